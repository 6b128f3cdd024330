import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)("a session's token on %s", (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  async function openSession(fields: Record<string, unknown>, by: Caller = api.runtime) {
    const made = await api.call('POST', '/v1/sessions', { by, body: fields })
    const { token } = JSON.parse(made.text) as { token: string }
    const caller: Caller = { id: made.body.id, headers: { Authorization: `Bearer ${token}` } }
    return { made, token, caller }
  }

  verifies('K29 R93 R95 C34.session', 'it is shown once, belongs to one user and lasts an hour', async () => {
    const { made, token, caller } = await openSession({ user_id: 'sam' })
    expect(made.status).toBe(201)
    expect(Object.keys(made.body).sort()).toEqual(
      ['created_at', 'expires_at', 'id', 'object', 'screen', 'token', 'user_id'].sort(),
    )
    expect(made.body).toMatchObject({
      object: 'session',
      id: expect.stringMatching(/^ses_/),
      user_id: 'sam',
      screen: null,
    })
    expect(token).toMatch(/^vst_test_[\w-]{43}$/)
    expect(Date.parse(made.body.expires_at ?? '') - Date.parse(made.body.created_at)).toBe(3_600_000)
    const rows = await api.sql('SELECT * FROM session')
    expect(JSON.stringify(rows)).not.toContain(token)
    const { id } = await api.open({ ...asks.A, user_id: 'sam' })
    expect((await api.read(id, caller)).id).toBe(id)
  })

  verifies('D19.19 K29', 'bad fields and a screen are refused by name', async () => {
    for (const [fields, param] of [
      [{}, 'user_id'],
      [{ user_id: 'sam', expires_in: 59 }, 'expires_in'],
      [{ user_id: 'sam', expires_in: 86_401 }, 'expires_in'],
      [{ user_id: 'sam', interactions: ['foo'] }, 'interactions[0]'],
      [{ user_id: 'sam', allow: ['approvals'] }, 'allow[0]'],
      [{ user_id: 'sam', allowed_origins: ['app.example'] }, 'allowed_origins[0]'],
      [{ user_id: 'sam', screen: { mode: 'view' } }, 'screen'],
    ] as const) {
      expectRefused(
        await api.call('POST', '/v1/sessions', { by: api.runtime, body: fields }),
        400,
        'invalid_request',
        param,
      )
    }
    expectRefused(
      await api.call('POST', '/v1/sessions', { by: api.ask, body: { user_id: 'sam' } }),
      403,
      'insufficient_scope',
    )
  })

  verifies('R7.session R10.session B21', 'it may not list, withdraw or ask', async () => {
    const { caller } = await openSession({ user_id: 'sam' })
    const { id } = await api.open({ ...asks.A, user_id: 'sam' })
    expectRefused(await api.list('', caller), 403, 'session_not_allowed')
    expectRefused(await api.cancel(id, undefined, caller), 403, 'session_not_allowed')
    expectRefused(await api.call('POST', '/v1/interactions', { by: caller, body: asks.A }), 403, 'session_not_allowed')
  })

  verifies('R8.session R9.session A24', "it reads and answers its user's items, tool calls among them", async () => {
    const { caller } = await openSession({ user_id: 'sam' })
    const { id } = await api.open({ ...asks.M, user_id: 'sam' })
    expectRefused(await api.answer(id, { approve: true }, caller), 400, 'present_user_required')
    expect((await api.answer(id, { approve: true, present_user: true }, caller)).status).toBe(200)
    expect((await api.result(id)).body).toMatchObject({
      present_user: true,
      answered_by: { type: 'session', id: caller.id },
    })
    const call = await api.open({ ...asks.TC, user_id: 'sam' })
    expect((await api.answer(call.id, { output: 1 }, caller)).body.status).toBe('completed')
  })

  verifies(
    'A23 B23 B24',
    "another user's item and the company's are not found, like any that does not exist",
    async () => {
      const { caller } = await openSession({ user_id: 'sam' })
      const others = [await api.open({ ...asks.A, user_id: 'alex' }), await api.open({ ...asks.A, user_id: null })]
      const unknown = await api.call('GET', '/v1/interactions/int_doesnotexist', { by: caller })
      for (const { id } of others) {
        const read = await api.call('GET', `/v1/interactions/${id}`, { by: caller })
        expectRefused(read, 404, 'not_found')
        expect({ ...read.body.error, request_id: '' }).toEqual({ ...unknown.body.error, request_id: '' })
        expectRefused(await api.answer(id, { approve: true }, caller), 404, 'not_found')
      }
    },
  )

  verifies('A23 K29', 'it can be narrowed to some items and to some types', async () => {
    const first = await api.open({ ...asks.A, user_id: 'sam' })
    const second = await api.open({ ...asks.A, user_id: 'sam' })
    const call = await api.open({ ...asks.TC, user_id: 'sam' })
    const toOne = await openSession({ user_id: 'sam', interactions: [first.id] })
    expect((await api.call('GET', `/v1/interactions/${first.id}`, { by: toOne.caller })).status).toBe(200)
    expectRefused(await api.answer(second.id, { approve: true }, toOne.caller), 404, 'not_found')
    const toApprovals = await openSession({ user_id: 'sam', allow: ['approval'] })
    expectRefused(await api.answer(call.id, { output: 1 }, toApprovals.caller), 404, 'not_found')
    expect((await api.answer(second.id, { approve: true }, toApprovals.caller)).status).toBe(200)
  })

  verifies('K30 B22', 'ended or run out, it is refused at once', async () => {
    const { id } = await api.open({ ...asks.A, user_id: 'sam' })
    const ended = await openSession({ user_id: 'sam' })
    expect((await api.call('DELETE', `/v1/sessions/${ended.made.body.id}`, { by: api.runtime })).status).toBe(200)
    expectRefused(await api.call('GET', `/v1/interactions/${id}`, { by: ended.caller }), 401, 'session_expired')
    expectRefused(await api.answer(id, { approve: true }, ended.caller), 401, 'session_expired')
    const over = await openSession({ user_id: 'sam' })
    await api.sql('UPDATE session SET expires_at = ? WHERE id = ?', api.app.store.nowMs() - 1, over.made.body.id)
    expectRefused(await api.answer(id, { approve: true }, over.caller), 401, 'session_expired')
    expect((await api.read(id)).status).toBe('pending')
    expectRefused(await api.call('DELETE', '/v1/sessions/ses_unknown', { by: api.runtime }), 404, 'not_found')
  })

  verifies('C24 B26.session', "another site's page may use it where it was opened for that origin", async () => {
    const item = await api.open({ ...asks.A, user_id: 'sam' })
    const { caller } = await openSession({ user_id: 'sam', allowed_origins: ['https://app.example'] })
    const path = `/v1/interactions/${item.id}`
    const welcome = await api.call('GET', path, { by: caller, headers: { Origin: 'https://app.example' } })
    expect(welcome.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example')
    expect(welcome.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(welcome.headers.get('Access-Control-Expose-Headers')).toContain('Idempotent-Replayed')
    const foreign = await api.call('GET', path, { by: caller, headers: { Origin: 'https://evil.example' } })
    expectRefused(foreign, 403, 'origin_not_allowed')
    expect(foreign.headers.get('Access-Control-Allow-Origin')).toBeNull()
    const withKey = await api.call('GET', path, { by: api.all, headers: { Origin: 'https://app.example' } })
    expect(withKey.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  verifies(
    'C24 B26.session',
    'a preflight is answered for reading and answering one item, and for nothing else',
    async () => {
      const ask = (method: string, path: string) =>
        api.call('OPTIONS', path, { headers: { Origin: 'https://x.example', 'Access-Control-Request-Method': method } })
      const allowed = [
        ['GET', '/v1/interactions/int_1'],
        ['POST', '/v1/interactions/int_1/answer'],
        ['GET', '/v1/interactions/int_1/events'],
      ] as const
      for (const [method, path] of allowed) {
        expect((await ask(method, path)).headers.get('Access-Control-Allow-Origin')).toBe('*')
      }
      const refused = [
        ['GET', '/v1/interactions'],
        ['POST', '/v1/interactions'],
        ['POST', '/v1/interactions/int_1/cancel'],
        ['GET', '/v1/events'],
      ] as const
      for (const [method, path] of refused) {
        expect((await ask(method, path)).headers.get('Access-Control-Allow-Origin')).toBeNull()
      }
    },
  )
})
