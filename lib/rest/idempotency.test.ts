import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('idempotency keys on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  let made = 0
  const newKey = () => ({ 'Idempotency-Key': `key-${++made}` })
  const post = (path: string, raw: string | undefined, headers: Record<string, string>, by: Caller = api.all) =>
    api.call('POST', `/v1/interactions${path}`, { by, headers, ...(raw !== undefined && { raw }) })
  const isReplay = (headers: Headers) => headers.get('Idempotent-Replayed') === 'true'

  const changes: {
    ids: string
    name: string
    prepare: () => Promise<{ path: string; raw: string | undefined; by?: Caller }>
  }[] = [
    {
      ids: 'R81 B82 C8 C12',
      name: 'an answer',
      prepare: async () => ({ path: `/${(await api.open(asks.Q1)).id}/answer`, raw: '{"answers":["yes"]}' }),
    },
    {
      ids: 'R86 C8',
      name: 'a cancel with a reason',
      prepare: async () => ({ path: `/${(await api.open(asks.A)).id}/cancel`, raw: '{"reason":"x"}' }),
    },
    {
      ids: 'R86 C8',
      name: 'a cancel without a body',
      prepare: async () => ({ path: `/${(await api.open(asks.A)).id}/cancel`, raw: undefined }),
    },
    {
      ids: 'K16 C8',
      name: 'an ask',
      prepare: async () => ({ path: '', raw: JSON.stringify(asks.M) }),
    },
    {
      ids: 'K12 C8',
      name: 'a settlement',
      prepare: async () => ({ path: `/${(await api.open(asks.PL)).id}/settle`, raw: undefined }),
    },
  ]
  for (const { ids, name, prepare } of changes) {
    verifies(ids, `${name} sent again with its key gets the same status and body, and happens once`, async () => {
      const { path, raw } = await prepare()
      const key = newKey()
      const first = await post(path, raw, key)
      expect(first.status).toBeLessThan(300)
      expect(isReplay(first.headers)).toBe(false)
      const id = first.body.id
      for (let time = 0; time < 2; time++) {
        const again = await expectUnchanged(api, id, () => post(path, raw, key))
        expect([again.status, again.text, isReplay(again.headers)]).toEqual([first.status, first.text, true])
      }
    })
  }

  verifies('B82 C12', 'key order, spaces and escapes do not make another request', async () => {
    const { id } = await api.open(asks.A)
    const key = newKey()
    await post(`/${id}/answer`, '{"approve":false,"message":"no","present_user":true}', key)
    const spellings = [
      '{ "message" : "no",\n"present_user":true,\t"approve":false }',
      '\ufeff{"present_user":true,"\\u0061pprove":false,"message":"\\u006eo"}',
    ]
    for (const raw of spellings) {
      const again = await post(`/${id}/answer`, raw, key)
      expect([again.status, isReplay(again.headers)]).toEqual([200, true])
    }
    const call = await api.open(asks.TC)
    const other = newKey()
    await post(`/${call.id}/answer`, '{"output":{"a":1,"b":[1.50,{"d":2,"c":3}]}}', other)
    const same = await post(`/${call.id}/answer`, '{"output":{"b":[1.5,{"c":3,"d":2}],"a":1.0}}', other)
    expect(isReplay(same.headers)).toBe(true)
    expectRefused(
      await post(`/${call.id}/answer`, '{"output":{"a":1,"b":[{"c":3,"d":2},1.5]}}', other),
      422,
      'idempotency_key_reused',
    )
  })

  verifies(
    'B83 C9',
    'the key with another body, item or route is idempotency_key_reused and changes nothing',
    async () => {
      const [item, other] = [await api.open(asks.A), await api.open(asks.A)]
      const key = newKey()
      await post(`/${item.id}/answer`, '{"approve":true}', key)
      const reuses: [string, string | undefined][] = [
        [`/${item.id}/answer`, '{"approve":false}'],
        [`/${item.id}/answer`, '{"approve":true,"present_user":true}'],
        [`/${other.id}/answer`, '{"approve":true}'],
        [`/${other.id}/cancel`, '{}'],
        [`/${other.id}/cancel`, undefined],
        ['', JSON.stringify(asks.A)],
      ]
      for (const [path, raw] of reuses) {
        const answer = await expectUnchanged(api, other.id, () => post(path, raw, key))
        expectRefused(answer, 422, 'idempotency_key_reused', 'Idempotency-Key')
      }
      const count = await api.sql('SELECT count(*) AS n FROM idempotency WHERE key = ?', key['Idempotency-Key'])
      expect(Number(count[0]?.n)).toBe(1)
    },
  )

  verifies('B84 C12 D18.10', "another credential's key is its own", async () => {
    const { id } = await api.open(asks.A)
    const key = newKey()
    expect((await post(`/${id}/answer`, '{"approve":true}', key)).status).toBe(200)
    expectRefused(await post(`/${id}/answer`, '{"approve":true}', key, api.runtime), 409, 'already_resolved')
    const fresh = await api.open(asks.A)
    expect((await post(`/${fresh.id}/answer`, '{"approve":true}', key, api.runtime)).status).toBe(200)
    const person = await api.makePerson('user', { userIds: ['traveller-42'] })
    const third = await api.open(asks.A)
    const answered = await post(`/${third.id}/answer`, '{"approve":true}', key, person)
    expect([answered.status, isReplay(answered.headers)]).toEqual([200, false])
    const again = await post(`/${third.id}/answer`, '{"approve":true}', key, person)
    expect(isReplay(again.headers)).toBe(true)
  })

  verifies('B86 C12', 'a key is forgotten after 24 hours, and not before', async () => {
    const { id } = await api.open(asks.A)
    const key = newKey()
    await post(`/${id}/answer`, '{"approve":true}', key)
    const age = (ms: number) =>
      api.sql('UPDATE idempotency SET created_at = ? WHERE key = ?', api.app.store.nowMs() - ms, key['Idempotency-Key'])
    await age(24 * 3_600_000 - 60_000)
    expect(isReplay((await post(`/${id}/answer`, '{"approve":true}', key)).headers)).toBe(true)
    await age(24 * 3_600_000 + 1_000)
    expectRefused(await post(`/${id}/answer`, '{"approve":true}', key), 409, 'already_resolved')
    const fresh = await api.open(asks.A)
    expect((await post(`/${fresh.id}/answer`, '{"approve":false}', key)).status).toBe(200)
    expect(isReplay((await post(`/${fresh.id}/answer`, '{"approve":false}', key)).headers)).toBe(true)
  })

  verifies('C11', 'after an error the key is free for the corrected request', async () => {
    const key = newKey()
    const { id } = await api.open(asks.M)
    expectRefused(await post(`/${id}/answer`, '{"approve":true}', key), 400, 'present_user_required')
    expectRefused(await post(`/${id}/answer`, '{"answers":["x"]}', key), 400, 'answer_mismatch')
    expectRefused(await post('/int_unknown/answer', '{"approve":true}', key), 404, 'not_found')
    const good = await post(`/${id}/answer`, '{"approve":true,"present_user":true}', key)
    expect([good.status, isReplay(good.headers)]).toEqual([200, false])
    const late = newKey()
    expectRefused(await post(`/${id}/answer`, '{"approve":true}', late), 409, 'already_resolved')
    const other = await api.open(asks.A)
    expect((await post(`/${other.id}/answer`, '{"approve":true}', late)).status).toBe(200)
  })

  verifies('C8 R81', 'a replay comes before the state: the item may have ended by it', async () => {
    const { id } = await api.open(asks.A)
    const key = newKey()
    const first = await post(`/${id}/answer`, '{"approve":true}', key)
    expectRefused(await post(`/${id}/answer`, '{"approve":true}', {}), 409, 'already_resolved')
    expect((await post(`/${id}/answer`, '{"approve":true}', key)).text).toBe(first.text)
  })

  verifies('C10 C8', 'the same request many times at once runs once', async () => {
    for (const [path, raw] of [
      [`/${(await api.open(asks.A)).id}/answer`, '{"approve":true}'],
      ['', JSON.stringify(asks.Q1)],
    ] as const) {
      const key = newKey()
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, raw, key)))
      const ran = answers.filter(({ status, headers }) => status < 300 && !isReplay(headers))
      expect(ran).toHaveLength(1)
      for (const answer of answers.filter((each) => !ran.includes(each))) {
        if (answer.status < 300) expect([answer.text, isReplay(answer.headers)]).toEqual([ran[0]?.text, true])
        else expectRefused(answer, 409, 'idempotency_in_progress')
      }
    }
  })

  verifies('C9 C10', 'different requests at once with one key: one runs, the others are told', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => api.open(asks.A)))
    const key = newKey()
    const answers = await Promise.all(items.map(({ id }) => post(`/${id}/answer`, '{"approve":true}', key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([409, 422]).toContain(answer.status)
    }
    const statuses = await Promise.all(items.map(async ({ id }) => (await api.read(id)).status))
    expect(statuses.filter((status) => status === 'resolved')).toHaveLength(1)
  })

  verifies('A38', 'a key is taken as it is: quotes and case belong to it', async () => {
    const keys = ['"quoted"', 'quoted', 'Quoted', '!~', 'x'.repeat(255)]
    for (const each of keys) {
      const { id } = await api.open(asks.A)
      const answer = await post(`/${id}/answer`, '{"approve":true}', { 'Idempotency-Key': each })
      expect([answer.status, isReplay(answer.headers)]).toEqual([200, false])
    }
  })
})
