import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Api, type Body, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

const url = 'https://hooks.example.com/vestra?from=us'
const path = '/v1/webhook_endpoints'
const allEvents = ['interaction.created', 'interaction.resolved', 'interaction.cancelled', 'interaction.expired']

type Endpoint = Body & { secret: string; events: string[]; url: string }
const endpointOf = (answer: Answer) => answer.body as unknown as Endpoint

describe.each(dialects)('webhook endpoints on %s', (dialect) => {
  let api: Api
  let live: Caller
  beforeAll(async () => {
    api = await startApi(dialect)
    live = await api.makeKey('all', { mode: 'live' })
  })
  afterAll(() => api.close())

  const create = (body: unknown = { url }, by: Caller = api.all) => api.call('POST', path, { by, body })
  const at = (id: string, action = '') => `${path}/${id}${action}`
  const lastRecord = async () => (await api.audit('deployment')).at(-1)

  /** As the worker would have made it. */
  async function addDelivery(endpointId: string, n: number, status = 'pending') {
    const id = `whd_${dialect}${n}`
    await api.sql(
      `INSERT INTO webhook_delivery (id, endpoint_id, event_id, event_seq, event_type, interaction_id, body, status, tries, created_at)
       VALUES (?, ?, ?, ?, 'interaction.created', 'int_1', '{"the":"body"}', ?, 1, ?)`,
      id,
      endpointId,
      `evt_${n}`,
      n,
      status,
      1_700_000_000_000 + n,
    )
    return id
  }

  verifies('K36 C33 C32', 'an endpoint is made with a secret that is shown once', async () => {
    const created = await create({ url, events: ['interaction.resolved'], description: 'The shop' })
    expect(created.status).toBe(201)
    const { id, secret, created_at, ...rest } = endpointOf(created)
    expect(id).toMatch(/^whe_[0-9a-z]{26}$/)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const view = { object: 'webhook_endpoint', url, events: ['interaction.resolved'], description: 'The shop' }
    expect(rest).toEqual({ ...view, status: 'enabled', disabled_reason: null })
    expect((await api.call('GET', at(id), { by: api.all })).body).toEqual({ ...rest, id, created_at })
    expect(await lastRecord()).toMatchObject({
      action: 'webhook.created',
      actor: { type: 'key', id: api.all.id },
      channel: 'rest',
      facts: { endpoint: id, mode: 'test', host: 'hooks.example.com', events: ['interaction.resolved'] },
    })
    expect(endpointOf(await create()).events).toEqual(allEvents)
    expect(endpointOf(await create({ url, description: null }))).toMatchObject({ description: null })
  })

  verifies('K36 C13', 'endpoints are listed by pages, newest first, each mode apart and without secrets', async () => {
    const [first, second] = [endpointOf(await create({ url }, live)), endpointOf(await create({ url }, live))]
    const page = async (query: string) => (await api.call('GET', `${path}${query}`, { by: live })).body
    const one = await page('?limit=1')
    expect(one.data.map(({ id }) => id)).toEqual([second.id])
    const two = await page(`?limit=1&cursor=${encodeURIComponent(one.next_cursor ?? '')}`)
    expect([two.data.map(({ id }) => id), two.next_cursor]).toEqual([[first.id], null])
    const whole = await page('')
    expect([whole.data.length, whole.next_cursor]).toEqual([2, null])
    expect(JSON.stringify(whole)).not.toContain('secret')
    for (const [method, target] of [
      ['GET', at(first.id)],
      ['DELETE', at(first.id)],
      ['POST', at(first.id, '/rotate')],
      ['POST', at(first.id, '/enable')],
      ['GET', at(first.id, '/deliveries')],
    ] as const) {
      expectRefused(await api.call(method, target, { by: api.all }), 404, 'not_found')
    }
  })

  verifies('C21 BX.webhooks', 'an address that leads inside, or hides who it is for, is refused', async () => {
    for (const bad of [
      'http://127.0.0.1',
      'http://[::ffff:10.0.0.1]',
      'http://localhost:3000/x',
      'https://10.1.2.3/hooks',
      'https://[fd00::1]',
      'http://169.254.169.254/latest/meta-data',
      'http://0.0.0.0:80',
      'https://2130706433',
      'https://user:password@example.com',
      'ftp://example.com',
      'example.com',
      'https://',
    ]) {
      const error = expectRefused(await create({ url: bad }), 400, 'invalid_request', 'url')
      expect(error.message).toMatch(/^url: must /)
    }
    expect((await create({ url: 'http://hooks.example.com' })).status).toBe(201)
    expectRefused(await create({ url: 'http://hooks.example.com' }, live), 400, 'invalid_request', 'url')
  })

  verifies('C21', 'the operator may allow private addresses, and nothing makes others fit', async () => {
    const inside = await startApi(dialect, { WEBHOOK_ALLOW_PRIVATE: '1' })
    const make = (to: string) => inside.call('POST', path, { by: inside.all, body: { url: to } })
    for (const good of ['http://127.0.0.1:9000', 'http://localhost', 'https://10.0.0.1', 'http://[fd00::1]']) {
      expect((await make(good)).status).toBe(201)
    }
    for (const bad of ['http://169.254.169.254', 'http://0.0.0.0', 'http://[ff02::1]']) {
      expectRefused(await make(bad), 400, 'invalid_request', 'url')
    }
    await inside.close()
  })

  test('a body that is not as it should be is refused', async () => {
    for (const [body, code, param] of [
      [{}, 'invalid_request', 'url'],
      [{ url: 5 }, 'invalid_request', 'url'],
      [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'invalid_request', 'url'],
      [{ url: 'https://example.com/\n' }, 'invalid_text', 'url'],
      [{ url, events: [] }, 'invalid_request', 'events'],
      [{ url, events: 'interaction.created' }, 'invalid_request', 'events'],
      [{ url, events: ['interaction.opened'] }, 'invalid_request', 'events[0]'],
      [{ url, events: ['interaction.created', 'interaction.created'] }, 'invalid_request', 'events'],
      [{ url, description: '' }, 'invalid_request', 'description'],
      [{ url, secret: 'whsec_mine' }, 'unknown_parameter', 'secret'],
    ] as const) {
      expectRefused(await create(body), 400, code, param)
    }
  })

  verifies('K36', 'a key of scope all and an admin may, all others may not', async () => {
    const admin = await api.makePerson('admin')
    const headers = { 'Vestra-Mode': 'test', Origin: 'http://localhost:3000' }
    const byAdmin = await api.call('POST', path, { by: admin, body: { url }, headers })
    expect(byAdmin.status).toBe(201)
    expect(await lastRecord()).toMatchObject({ actor: { type: 'person', id: admin.id }, channel: 'inbox' })
    const { id } = endpointOf(byAdmin)
    const delivery = await addDelivery(id, 900)
    const user = await api.makePerson('user', { userIds: ['traveller-42'] })
    const session = await api.call('POST', '/v1/sessions', { by: api.all, body: { user_id: 'traveller-42' } })
    const token = (session.body as unknown as { token: string }).token
    const bySession = { id: '', headers: { Authorization: `Bearer ${token}` } }
    for (const [by, code] of [
      [api.ask, 'insufficient_scope'],
      [api.runtime, 'insufficient_scope'],
      [user, 'insufficient_scope'],
      [bySession, 'session_not_allowed'],
    ] as const) {
      for (const [method, target, body] of [
        ['POST', path, { url }],
        ['GET', path],
        ['GET', at(id)],
        ['DELETE', at(id)],
        ['POST', at(id, '/rotate')],
        ['POST', at(id, '/enable')],
        ['GET', at(id, '/deliveries')],
        ['POST', `/v1/webhook_deliveries/${delivery}/resend`],
      ] as const) {
        expectRefused(await api.call(method, target, { by, ...(body && { body }) }), 403, code)
      }
    }
  })

  verifies('K36 C19', 'a rotation shows the new secret once', async () => {
    const endpoint = endpointOf(await create())
    const rotated = await api.call('POST', at(endpoint.id, '/rotate'), { by: api.all })
    expect(rotated.status).toBe(200)
    const { secret, ...view } = endpointOf(rotated)
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(endpoint.secret)
    const { secret: _, ...before } = endpoint
    expect(view).toEqual(before)
    expect(await lastRecord()).toMatchObject({ action: 'webhook.rotated', facts: { endpoint: endpoint.id } })
  })

  verifies('K36', 'a removed endpoint is gone, with its deliveries', async () => {
    const { id } = endpointOf(await create())
    const delivery = await addDelivery(id, 800)
    const removed = await api.call('DELETE', at(id), { by: api.all })
    expect([removed.status, removed.body]).toEqual([200, { object: 'webhook_endpoint', id, deleted: true }])
    expect(await lastRecord()).toMatchObject({ action: 'webhook.removed', facts: { endpoint: id } })
    for (const [method, target] of [
      ['GET', at(id)],
      ['DELETE', at(id)],
      ['POST', at(id, '/rotate')],
      ['POST', at(id, '/enable')],
      ['GET', at(id, '/deliveries')],
      ['POST', `/v1/webhook_deliveries/${delivery}/resend`],
    ] as const) {
      expectRefused(await api.call(method, target, { by: api.all }), 404, 'not_found')
    }
    const { data } = (await api.call('GET', `${path}?limit=100`, { by: api.all })).body
    expect(data.map((each) => each.id)).not.toContain(id)
  })

  test('ids of nothing, of other things and of no form are all the same 404', async () => {
    for (const id of ['whe_none', 'whd_none', 'int_1', 'whe_', "whe_'", '%00', 'WHE_1']) {
      expectRefused(await api.call('GET', at(id), { by: api.all }), 404, 'not_found')
      expectRefused(await api.call('POST', `/v1/webhook_deliveries/${id}/resend`, { by: api.all }), 404, 'not_found')
    }
  })

  verifies('C20', 'a disabled endpoint says so and why, and is enabled by hand', async () => {
    const { id } = endpointOf(await create())
    await api.sql(`UPDATE webhook_endpoint SET disabled_at = 1, disabled_reason = 'failing' WHERE id = ?`, id)
    const read = async () => (await api.call('GET', at(id), { by: api.all })).body
    expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    for (const times of [1, 2]) {
      const enabled = await api.call('POST', at(id, '/enable'), { by: api.all })
      expect([times, enabled.status, enabled.body]).toEqual([times, 200, await read()])
      expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null })
    }
    const enabledRecords = (await api.audit('deployment')).filter(
      ({ action, facts }) => action === 'webhook.enabled' && facts.endpoint === id,
    )
    expect(enabledRecords).toHaveLength(1)
  })

  verifies('K36 C13', 'deliveries are listed by pages, newest first, and by status', async () => {
    const { id } = endpointOf(await create())
    expect((await api.call('GET', at(id, '/deliveries'), { by: api.all })).body).toEqual({
      data: [],
      next_cursor: null,
    })
    const ids: string[] = []
    for (const [n, status] of ['delivered', 'failed', 'pending', 'delivered'].entries()) {
      ids.unshift(await addDelivery(id, n, status))
    }
    const page = (query: string) => api.call('GET', at(id, `/deliveries${query}`), { by: api.all })
    const whole = (await page('')).body
    expect(whole.data.map((each) => each.id)).toEqual(ids)
    expect(whole.data[1]).toEqual({
      object: 'webhook_delivery',
      id: ids[1],
      endpoint_id: id,
      event_id: 'evt_2',
      type: 'interaction.created',
      interaction_id: 'int_1',
      status: 'pending',
      tries: 1,
      next_try_at: null,
      last_status: null,
      last_error: null,
      created_at: '2023-11-14T22:13:20.002Z',
      delivered_at: null,
    })
    const delivered = (await page('?status=delivered&limit=1')).body
    expect(delivered.data.map((each) => each.id)).toEqual([ids[0]])
    const cursor = encodeURIComponent(delivered.next_cursor ?? '')
    expect((await page(`?status=delivered&limit=1&cursor=${cursor}`)).body).toMatchObject({
      data: [{ id: ids[3] }],
      next_cursor: null,
    })
    expectRefused(await page(`?status=failed&cursor=${cursor}`), 400, 'invalid_cursor', 'cursor')
    expectRefused(await page('?status=lost'), 400, 'invalid_request', 'status')
    expectRefused(await page('?limit=101'), 400, 'invalid_request', 'limit')
    expectRefused(await page('?state=failed'), 400, 'unknown_parameter', 'state')
  })

  test('events are heard from the making of an endpoint on', async () => {
    await api.open(asks.A)
    const { id } = endpointOf(await create())
    const [row] = await api.sql('SELECT after_tx, after_seq FROM webhook_endpoint WHERE id = ?', id)
    const [newest] = await api.sql('SELECT tx, seq FROM event ORDER BY tx DESC, seq DESC LIMIT 1')
    expect([Number(row?.after_tx), Number(row?.after_seq)]).toEqual([Number(newest?.tx), Number(newest?.seq)])
  })
})
