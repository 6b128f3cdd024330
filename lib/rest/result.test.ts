import { afterAll, beforeAll, describe, expect } from 'vitest'
import { forgetOld } from '@/lib/services/retention'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('results on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const always = (id: string, type: string, digest: string) => ({ object: 'interaction.result', id, type, digest })
  const answeredBy = (caller: Caller) => ({
    answered_by: { type: 'key', id: caller.id },
    resolved_at: expect.any(String),
  })

  verifies('K18 D18.13 D18.7', 'a pending result says that nothing is decided', async () => {
    const { id, digest } = await api.open(asks.A)
    expect((await api.result(id)).body).toEqual({
      ...always(id, 'approval', digest),
      status: 'pending',
      decision: null,
      present_user: null,
      resolved_at: null,
    })
  })

  const ends: {
    ids: string
    name: string
    asked: Record<string, unknown>
    answer: Record<string, unknown>
    says: Record<string, unknown>
  }[] = [
    {
      ids: 'K18 A39',
      name: 'a yes without claim',
      asked: asks.A,
      answer: { approve: true },
      says: { decision: 'approved', present_user: false },
    },
    {
      ids: 'K18 A39',
      name: 'a yes with a claim',
      asked: asks.M,
      answer: { approve: true, present_user: true },
      says: { decision: 'approved', present_user: true },
    },
    {
      ids: 'K18',
      name: 'a no with a note',
      asked: asks.M,
      answer: { approve: false, message: 'too dear' },
      says: { decision: 'denied', message: 'too dear', present_user: null },
    },
    {
      ids: 'K18',
      name: 'an answered question',
      asked: asks.Q2,
      answer: { answers: ['a', 'b'] },
      says: { decision: 'answered', answers: ['a', 'b'], present_user: null },
    },
    {
      ids: 'K18',
      name: 'a skipped question',
      asked: asks.Q1,
      answer: { approve: false },
      says: { decision: 'denied', present_user: null },
    },
    {
      ids: 'K18',
      name: 'a hand-off that was done',
      asked: asks.HO,
      answer: { done: true },
      says: { decision: 'answered', handoff: 'done', present_user: null },
    },
    {
      ids: 'K18',
      name: 'a hand-off that could not be done',
      asked: asks.HO,
      answer: { could_not: true },
      says: { decision: 'denied', handoff: 'could_not', reason: 'could_not', present_user: null },
    },
    {
      ids: 'K18',
      name: 'a hand-off that was put off',
      asked: asks.HO,
      answer: { not_now: true },
      says: { decision: 'denied', handoff: 'not_now', reason: 'not_now', present_user: null },
    },
    {
      ids: 'K18 K20 A32',
      name: 'a hand-off that gave a value',
      asked: asks.HOv,
      answer: { answers: ['1234'] },
      says: { decision: 'answered', answers: ['1234'], present_user: null },
    },
    {
      ids: 'K18 K20',
      name: 'a tool call with an output',
      asked: asks.TC,
      answer: { output: { pnr: '100042' } },
      says: { decision: 'answered', output: { pnr: '100042' }, present_user: null },
    },
    {
      ids: 'K18 K20',
      name: 'a tool call with an error',
      asked: asks.TC,
      answer: { error: 'no seats' },
      says: { decision: 'answered', error: 'no seats', present_user: null },
    },
    {
      ids: 'K18',
      name: 'a declined connection',
      asked: asks.CN,
      answer: { approve: false, message: 'not that one' },
      says: {
        decision: 'denied',
        message: 'not that one',
        text: 'Not connected: googlecalendar',
        present_user: null,
      },
    },
  ]
  for (const { ids, name, asked, answer, says } of ends) {
    verifies(ids, `${name} reaches the asker whole`, async () => {
      const { id, type, digest } = await api.open(asked, api.ask)
      expect((await api.answer(id, answer, api.runtime)).status).toBe(200)
      expect((await api.result(id, api.ask)).body).toEqual({
        ...always(id, type, digest),
        status: 'resolved',
        ...answeredBy(api.runtime),
        ...says,
      })
    })
  }

  verifies('K18 A7', 'a withdrawn item tells the asker why', async () => {
    const { id } = await api.open(asks.A, api.ask)
    await api.cancel(id, { reason: 'the shop is closed' })
    expect((await api.result(id, api.ask)).body).toMatchObject({
      status: 'cancelled',
      decision: 'cancelled',
      reason: 'the shop is closed',
      present_user: null,
    })
  })

  verifies('K18 A34 A35', 'an overdue item is expired for its asker at once', async () => {
    const { id, digest } = await api.open(asks.A, api.ask)
    const expiredAtMs = await api.runOut(id)
    expect((await api.result(id, api.ask)).body).toEqual({
      ...always(id, 'approval', digest),
      status: 'expired',
      decision: 'expired',
      present_user: null,
      resolved_at: new Date(expiredAtMs).toISOString(),
    })
  })

  verifies('K18 A39 K28', 'a signed-in person is named as who answered', async () => {
    const person = await api.makePerson('user', { userIds: ['traveller-42'] })
    const { id } = await api.open(asks.M, api.ask)
    await api.answer(id, { approve: true, present_user: true }, person)
    expect((await api.result(id, api.ask)).body).toMatchObject({
      present_user: true,
      answered_by: { type: 'person', id: person.id },
    })
  })

  const outputs = [
    'null',
    'false',
    '0',
    '-0',
    '""',
    '[]',
    '{}',
    '12345678901234567890',
    '1e400',
    '-1E-400',
    '1.0',
    '0.1000000000000000055511151231257827',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u00e9\\/\\n"',
    '"é \u{1F600} \u2028"',
    '[1 , 2,\n\t{"b":1,"a":2} ]',
    '{"__proto__":{"a":1},"constructor":2,"":3}',
    '{"id":12345678901234567890,"x":1e400}',
    `"${'x'.repeat(100_000)}"`,
  ]
  for (const output of outputs) {
    verifies(
      'C31 K20 B76 B77 B66 R77',
      `output ${output.slice(0, 40).replaceAll('\n', ' ')} comes back byte for byte`,
      async () => {
        const { id } = await api.open(asks.TC, api.ask)
        const answer = await api.call('POST', `/v1/interactions/${id}/answer`, {
          by: api.runtime,
          raw: `{ "output" :\n ${output} \t}`,
        })
        expect(answer.body.status).toBe('completed')
        const { text } = await api.result(id, api.ask)
        expect(text.endsWith(`,"output":${output}}`)).toBe(true)
        expect(() => JSON.parse(text)).not.toThrow()
      },
    )
  }

  verifies('B77', 'an output with __proto__ harms no object of the server', async () => {
    const { id } = await api.open(asks.TC)
    await api.call('POST', `/v1/interactions/${id}/answer`, {
      by: api.all,
      raw: '{"output":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    })
    await api.result(id)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  verifies(
    'K20 R47 A32',
    'output, error and hand-off values are in no other answer, record, event or log line',
    async () => {
      const marks = ['mark-output-881', 'mark-error-882', 'mark-value-883']
      const call = await api.open(asks.TC, api.ask)
      await api.answer(call.id, { output: { a: marks[0] } }, api.runtime, { 'Idempotency-Key': 'marked' })
      const failed = await api.open(asks.TC, api.ask)
      await api.answer(failed.id, { error: marks[1] }, api.runtime)
      const handoff = await api.open(asks.HOv, api.ask)
      await api.answer(handoff.id, { answers: [marks[2]] }, api.runtime)
      const seen = [(await api.list('?status=resolved&limit=100&include=context')).text, api.log.join('\n')]
      for (const { id } of [call, failed, handoff]) {
        seen.push((await api.call('GET', `/v1/interactions/${id}?include=context`, { by: api.all })).text)
        seen.push((await api.answer(id, { done: true })).text, (await api.cancel(id)).text)
        seen.push(JSON.stringify(await api.audit(id)))
      }
      for (const table of ['interaction', 'event', 'idempotency', 'audit']) {
        const rows = await api.sql(`SELECT * FROM ${table}`)
        seen.push(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)))
      }
      for (const mark of marks) expect(seen.join('\n')).not.toContain(mark)
    },
  )

  verifies('A32', "a hand-off's answers are forgotten ten minutes after the asker read them, not before", async () => {
    const { id } = await api.open(asks.HOv, api.ask)
    await api.answer(id, { answers: ['1234'] })
    await forgetOld(api.app)
    const answers = async () => (await api.result(id, api.ask)).body.answers
    expect(await answers()).toEqual(['1234'])
    const pickedUpMs = api.app.store.nowMs()
    await forgetOld(api.app)
    expect(await answers()).toEqual(['1234'])
    const [row] = await api.sql('SELECT forget_at FROM private_result WHERE interaction_id = ?', id)
    expect(Math.abs(Number(row?.forget_at) - pickedUpMs - 600_000)).toBeLessThan(5_000)
    await api.sql('UPDATE private_result SET forget_at = ? WHERE interaction_id = ?', pickedUpMs - 1, id)
    await forgetOld(api.app)
    expect(await answers()).toBeUndefined()
    expect((await api.result(id, api.ask)).body).toMatchObject({ status: 'resolved', decision: 'answered' })
  })

  verifies(
    'A32',
    "a hand-off's answers are not shown after their time even before a job has forgotten them",
    async () => {
      const { id } = await api.open(asks.HOv, api.ask)
      await api.answer(id, { answers: ['1234'] })
      await api.result(id, api.ask)
      await api.sql(
        'UPDATE private_result SET forget_at = ? WHERE interaction_id = ?',
        api.app.store.nowMs() - 1_000,
        id,
      )
      expect((await api.result(id, api.ask)).body.answers).toBeUndefined()
    },
  )

  verifies('K23', 'the first reading of a result is recorded, and no later one', async () => {
    const { id } = await api.open(asks.A, api.ask)
    await api.result(id, api.ask)
    await api.answer(id, { approve: true })
    const readings = async () => (await api.audit(id)).filter(({ action }) => action === 'result.picked_up')
    expect(await readings()).toHaveLength(0)
    await api.result(id, api.ask)
    await api.result(id)
    expect(await readings()).toMatchObject([{ actor: { type: 'key', id: api.ask.id } }])
    const [row] = await api.sql('SELECT picked_up_at FROM interaction WHERE id = ?', id)
    expect(Number(row?.picked_up_at)).toBeGreaterThan(0)
  })

  verifies('K18 D19.1 C3', 'a result is for its asker and for keys of scope all', async () => {
    const { id } = await api.open(asks.A, api.ask)
    const stranger = await api.makeKey('ask', { agent: 'Stranger' })
    const live = await api.makeKey('all', { mode: 'live' })
    for (const by of [api.ask, api.all]) expect((await api.result(id, by)).status).toBe(200)
    expectRefused(await api.result(id, api.runtime), 403, 'insufficient_scope')
    expectRefused(await api.result(id, await api.makePerson('admin')), 403, 'insufficient_scope')
    for (const by of [stranger, live]) expectRefused(await api.result(id, by), 404, 'not_found')
  })

  /** Lets the long poll reach its waiting before the test goes on: each read is a turn of the same store. */
  const letItWait = async (id: string) => {
    for (let turn = 0; turn < 5; turn++) await api.read(id)
  }
  const get = (path: string, by: Caller, signal?: AbortSignal) =>
    api.call('GET', `/v1/interactions/${path}`, { by, ...(signal && { signal }) })

  verifies('K23', 'a reading that waited for the end is recorded too, once for all who waited', async () => {
    const { id } = await api.open(asks.A)
    const polls = [1, 2, 3].map(() => get(`${id}/result?wait=30`, api.all))
    await letItWait(id)
    await api.answer(id, { approve: true })
    await Promise.all(polls)
    const readings = async () => (await api.audit(id)).filter(({ action }) => action === 'result.picked_up').length
    await expect.poll(readings).toBe(1)
    await api.result(id)
    expect(await readings()).toBe(1)
  })

  verifies('A32 K23', 'answers of a hand-off reach who waited only once their end is settled', async () => {
    const { id } = await api.open(asks.HOv)
    const poll = get(`${id}/result?wait=30`, api.all)
    await letItWait(id)
    await api.answer(id, { answers: ['1234'] })
    expect((await poll).body.answers).toEqual(['1234'])
    const [row] = await api.sql('SELECT forget_at FROM private_result WHERE interaction_id = ?', id)
    expect(Number(row?.forget_at)).toBeLessThanOrEqual(api.app.store.nowMs() + 10 * 60_000)
  })

  for (const target of ['', '/result']) {
    verifies('C17 K18 K19', `GET {id}${target}?wait=30 returns as soon as the item ends`, async () => {
      const ways: [string, (id: string) => Promise<unknown>][] = [
        ['resolved', (id) => api.answer(id, { approve: true })],
        ['cancelled', (id) => api.cancel(id)],
      ]
      for (const [status, end] of ways) {
        const { id } = await api.open(asks.A)
        const startedMs = performance.now()
        const polls = [1, 2, 3].map(() => get(`${id}${target}?wait=30`, api.all))
        await letItWait(id)
        await end(id)
        expect((await Promise.all(polls)).map(({ body }) => body.status)).toEqual([status, status, status])
        expect(performance.now() - startedMs).toBeLessThan(4_000)
      }
    })

    verifies('C17 A35 T14', `GET {id}${target}?wait=30 returns when the deadline passes, without any job`, async () => {
      const { id } = await api.open(asks.A)
      await api.sql('UPDATE interaction SET expires_at = ? WHERE id = ?', api.app.store.nowMs() + 300, id)
      const startedMs = performance.now()
      expect((await get(`${id}${target}?wait=30`, api.all)).body.status).toBe('expired')
      expect(performance.now() - startedMs).toBeLessThan(4_000)
    })

    verifies('C17', `GET {id}${target}?wait=1 answers with the pending item when the second is over`, async () => {
      const { id } = await api.open(asks.A)
      const startedMs = performance.now()
      const { status, body } = await get(`${id}${target}?wait=1`, api.all)
      expect([status, body.status]).toEqual([200, 'pending'])
      expect(performance.now() - startedMs).toBeGreaterThan(900)
    })

    verifies('C17', `GET {id}${target} without wait, with wait=0 and on an ended item returns at once`, async () => {
      const { id } = await api.open(asks.A)
      const startedMs = performance.now()
      await get(`${id}${target}`, api.all)
      await get(`${id}${target}?wait=0`, api.all)
      await api.cancel(id)
      await get(`${id}${target}?wait=50`, api.all)
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    })

    for (const wait of ['51', '-1', 'x', '1.5', '', '1e1', '%2030']) {
      verifies('BX.wait C17', `GET {id}${target}?wait=${wait} is refused`, async () => {
        const { id } = await api.open(asks.A)
        expectRefused(await get(`${id}${target}?wait=${wait}`, api.all), 400, 'invalid_request', 'wait')
      })
    }
  }

  verifies('C17', 'a long poll ends when its caller goes away', async () => {
    const { id } = await api.open(asks.A)
    const gone = new AbortController()
    const poll = get(`${id}?wait=50`, api.all, gone.signal)
    await letItWait(id)
    gone.abort()
    await poll
    expect((await api.read(id)).status).toBe('pending')
  })

  verifies('C17', 'a long poll ends with 401 when its key is revoked', async () => {
    const { id } = await api.open(asks.A)
    const key = await api.makeKey('all')
    const poll = get(`${id}?wait=50`, key)
    await letItWait(id)
    await api.sql('UPDATE api_key SET revoked_at = ? WHERE id = ?', api.app.store.nowMs(), key.id)
    await api.cancel(id)
    expectRefused(await poll, 401, 'invalid_credentials')
  })
})
