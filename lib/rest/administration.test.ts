import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('administration on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  verifies('K35', 'a key is shown once, works at once, and is dead as soon as it is revoked', async () => {
    const made = await api.call('POST', '/v1/keys', {
      by: api.all,
      body: { name: 'booker', scope: 'ask', agent: 'Booker' },
    })
    expect(made.status).toBe(201)
    const { key, id } = JSON.parse(made.text) as { key: string; id: string }
    expect(key).toMatch(/^vk_test_[0-9A-Za-z]{40}$/)
    const caller: Caller = { id, headers: { Authorization: `Bearer ${key}` } }
    await api.open(asks.A, caller)
    const listed = await api.call('GET', '/v1/keys?limit=100', { by: api.all })
    expect(listed.text).toContain(id)
    expect(listed.text).not.toContain(key)
    expect((await api.call('DELETE', `/v1/keys/${id}`, { by: api.all })).status).toBe(200)
    expectRefused(await api.call('POST', '/v1/interactions', { by: caller, body: asks.A }), 401, 'invalid_credentials')
    for (const by of [api.ask, api.runtime]) {
      expectRefused(await api.call('GET', '/v1/keys', { by }), 403, 'insufficient_scope')
    }
  })

  verifies('K35', 'bad fields of a key are refused by name', async () => {
    for (const [body, param] of [
      [{ scope: 'ask' }, 'name'],
      [{ name: 'x', scope: 'admin' }, 'scope'],
      [{ name: 'x', scope: 'runtime', agent: 'A' }, 'agent'],
      [{ name: 'x', scope: 'ask', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ] as const) {
      expectRefused(await api.call('POST', '/v1/keys', { by: api.all, body }), 400, 'invalid_request', param)
    }
  })

  verifies('K37', 'the record of an item is whole, newest first, for those who administer', async () => {
    const { id } = await api.open(asks.A)
    await api.answer(id, { approve: true })
    const record = await api.call('GET', `/v1/interactions/${id}/audit`, { by: api.all })
    const actions = record.body.data.map((row) => (row as unknown as { action: string }).action)
    expect(actions).toEqual(['interaction.answered', 'interaction.opened'])
    expectRefused(await api.call('GET', `/v1/interactions/${id}/audit`, { by: api.runtime }), 403, 'insufficient_scope')
  })

  verifies('K37 ADM13', 'the record names who acted, and says whether it is as it was written', async () => {
    const ada = await api.makePerson('user', { name: 'Ada', userIds: [String(asks.A.user_id)] })
    const { id } = await api.open(asks.A)
    await api.read(id, ada)
    const path = `/v1/interactions/${id}/audit`
    const record = await api.call('GET', path, { by: api.all })
    expect(record.body.data).toEqual([
      expect.objectContaining({
        action: 'interaction.viewed',
        actor: { type: 'person', id: ada.id, name: 'Ada' },
      }),
      expect.objectContaining({ actor: { type: 'key', id: api.all.id, name: 'a key of scope all' } }),
    ])
    const verify = async () => JSON.parse((await api.call('GET', `${path}/verification`, { by: api.all })).text)
    expect(await verify()).toMatchObject({ chain: id, verified: true, rows: 2, fault: null })
    expectRefused(await api.call('GET', `${path}/verification`, { by: api.ask }), 403, 'insufficient_scope')

    await api.sql('DELETE FROM audit WHERE chain = ? AND seq = 2', id)
    expect(await verify()).toMatchObject({ verified: false, fault: { seq: 2, fault: expect.stringContaining('end') } })
    await api.sql(`UPDATE audit SET facts_json = '{}' WHERE chain = ?`, id)
    expect(await verify()).toMatchObject({ verified: false, rows: 0, fault: { seq: 1, fault: 'was changed' } })
    await api.sql('DELETE FROM audit WHERE chain = ?', id)
    expect(await verify()).toMatchObject({ verified: false, fault: { seq: 1, fault: 'is missing' } })
  })

  verifies('D19.15', 'who is taken away is signed out at once, and the last admin stays', async () => {
    const admin = await api.makePerson('admin')
    const member = await api.makePerson('user', { userIds: ['sam'] })
    expect((await api.list('', member)).status).toBe(200)
    const own = { 'Sec-Fetch-Site': 'same-origin' }
    const removed = await api.call('DELETE', `/v1/people/${member.id}`, { by: admin, headers: own })
    expect(removed.status).toBe(200)
    expectRefused(await api.list('', member), 401, 'session_expired')
    expectRefused(
      await api.call('DELETE', `/v1/people/${admin.id}`, { by: admin, headers: own }),
      400,
      'invalid_request',
      'role',
    )
  })
})

describe.each(dialects)('the rate limit on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect, { RATE_LIMIT_PER_MINUTE: '5' })
  })
  afterAll(() => api.close())

  verifies(
    'C7',
    'a key has so many requests a minute, and is told how many are left and when to come back',
    async () => {
      const key = await api.makeKey('all')
      const answers = []
      for (let i = 0; i < 12; i++) answers.push(await api.list('', key))
      const [first] = answers
      expect(first?.headers.get('RateLimit-Policy')).toBe('"key";q=5;w=60')
      expect(first?.headers.get('RateLimit')).toMatch(/^"key";r=4;t=\d+$/)
      const refused = answers.filter(({ status }) => status === 429)
      // A minute may turn in the middle, and then there are five more.
      expect(refused.length).toBeGreaterThanOrEqual(2)
      for (const answer of refused) {
        expectRefused(answer, 429, 'rate_limited')
        const seconds = Number(answer.headers.get('RateLimit')?.match(/t=(\d+)/)?.[1])
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(seconds)
      }
      expect((await api.list('', await api.makeKey('all'))).status).toBe(200)
    },
  )
})
