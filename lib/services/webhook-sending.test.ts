import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { type Received, type Receiver, startReceiver } from '@/lib/testing/receiver'
import { newItem } from '@/lib/testing/store'
import { verifies } from '@/lib/testing/verifies'
import { fanOutEvents, toBody } from './webhook-outbox'
import { nextTryAt, readRetryAfter, type SendingOptions, WebhookSender } from './webhook-sending'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

verifies('C20', 'the schedule has nine retries, each up to a fifth late, and then ends', () => {
  expect(delays.map((_, index) => nextTryAt(index + 1, 0, () => 0))).toEqual(delays)
  expect(delays.map((_, index) => nextTryAt(index + 1, 1_000, () => 0.5))).toEqual(
    delays.map((delay) => Math.round(1_000 + delay * 1.1)),
  )
  expect(nextTryAt(10, 0, () => 0)).toBeNull()
})

test('Retry-After is read in seconds or as a date, and for a day at most', () => {
  const nowMs = Date.UTC(2026, 0, 1)
  expect(readRetryAfter('120', nowMs)).toBe(nowMs + 120_000)
  expect(readRetryAfter('Thu, 01 Jan 2026 01:00:00 GMT', nowMs)).toBe(nowMs + hour)
  expect(readRetryAfter('999999999', nowMs)).toBe(nowMs + day)
  for (const header of [undefined, '', '0', '-5', 'soon', 'Wed, 31 Dec 2025 23:00:00 GMT']) {
    expect(readRetryAfter(header, nowMs)).toBeNull()
  }
})

test('what makes a body too large goes first', () => {
  const item = newItem({ status: 'resolved', decision: 'denied', message: 'No.', resolvedAtMs: 5, questions: [] })
  const bodyOf = (length: number) => {
    const details = { rows: [{ label: 'text', value: 'x'.repeat(length) }] }
    const text = toBody({ type: 'interaction.resolved', createdAtMs: 5 }, { ...item, details })
    return { length: text.length, ...(JSON.parse(text) as { truncated?: true; data: Interaction }) }
  }
  const room = 19_999 - bodyOf(0).length
  expect(bodyOf(room)).toMatchObject({ length: 19_999, data: { questions: [] } })
  expect(bodyOf(room).truncated).toBeUndefined()
  const { truncated, data } = bodyOf(room + 1)
  expect({ truncated, details: data.details, outcome: data.outcome, has: 'questions' in data }).toEqual({
    truncated: true,
    details: {},
    outcome: { decision: 'denied', message: 'No.' },
    has: false,
  })
})

interface Endpoint {
  id: string
  secret: string
}

describe.each(dialects)('webhooks on %s', (dialect) => {
  let api: Api
  let receiver: Receiver
  let passedMs: number
  let sender: WebhookSender
  const nowMs = () => api.app.store.nowMs() + passedMs

  beforeAll(async () => {
    api = await startApi(dialect, { WEBHOOK_ALLOW_PRIVATE: '1' })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    passedMs = 0
    receiver = await startReceiver()
    sender = newSender()
  })
  afterEach(async () => {
    await api.sql('DELETE FROM webhook_delivery')
    await api.sql('DELETE FROM webhook_endpoint')
    await receiver.close()
  })

  const newSender = (options: SendingOptions = {}) => new WebhookSender(api.app, { nowMs, random: () => 0, ...options })

  async function listen(body: Record<string, unknown> = {}): Promise<Endpoint> {
    const created = await api.call('POST', '/v1/webhook_endpoints', {
      by: api.all,
      body: { url: receiver.url, ...body },
    })
    expect(created.status).toBe(201)
    return created.body as unknown as Endpoint
  }
  const pathOf = ({ id }: Endpoint, action = '') => `/v1/webhook_endpoints/${id}${action}`

  /** Until no change of another database on the same server hides an event. */
  async function untilSettled() {
    const newest = await api.app.store.webhooks.findNewest()
    for (;;) {
      const end = await api.app.store.eventEnd()
      if (!newest || end.tx > newest.tx || (end.tx === newest.tx && end.seq >= newest.seq)) return
    }
  }

  /** Sends all that is due by the clock, on and on. */
  async function send() {
    await untilSettled()
    while (await fanOutEvents(api.app));
    for (let before = -1; before !== receiver.received.length; ) {
      before = receiver.received.length
      await sender.fill()
      await sender.idle()
    }
  }

  async function sendAfter(ms: number) {
    passedMs += ms
    receiver.clear()
    await send()
    return receiver.received
  }

  async function deliveriesOf(endpoint: Endpoint) {
    const rows = await api.sql('SELECT * FROM webhook_delivery WHERE endpoint_id = ? ORDER BY event_seq', endpoint.id)
    return rows.map((row) => ({
      id: String(row.id),
      status: row.status,
      tries: Number(row.tries),
      lastStatus: row.last_status,
      lastError: row.last_error,
      nextInMs: row.next_try_at === null ? null : Number(row.next_try_at) - nowMs(),
    }))
  }
  async function deliveryOf(endpoint: Endpoint) {
    const [delivery] = await deliveriesOf(endpoint)
    if (!delivery) throw new Error('no delivery')
    return delivery
  }
  const statusOf = async (endpoint: Endpoint) => {
    const { body } = await api.call('GET', pathOf(endpoint), { by: api.all })
    return [body.status, (body as unknown as { disabled_reason: unknown }).disabled_reason]
  }
  const recordOf = async (action: string) => (await api.audit('deployment')).filter((row) => row.action === action)
  const read = (request: Received | undefined) => JSON.parse(request?.body ?? '{}')

  verifies('C19 K22', 'a request is signed as Standard Webhooks says, and holds the interaction', async () => {
    const { secret } = await listen()
    const item = await api.open(asks.H)
    await send()
    const [request] = receiver.received
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)).toEqual(
      read(request),
    )
    const [event] = await api.sql('SELECT id FROM event WHERE interaction_id = ?', item.id)
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event?.id,
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    })
    const { nonce, ...seen } = await api.read(item.id)
    expect(nonce).toBeDefined()
    expect(read(request)).toEqual({ type: 'interaction.created', timestamp: seen.created_at, data: seen })
  })

  verifies('K22', "what is private stays out: nonce, frame, a hand-off's answers, output", async () => {
    await listen()
    const frame = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]).toString('base64')}`
    const handoff = await api.open({ ...asks.HOv, frame })
    await api.answer(handoff.id, { answers: ['the-code-742916'] })
    const call = await api.open(asks.TC)
    await api.answer(call.id, { output: { secret: 'the-output' } })
    await send()
    const texts = receiver.received.map(({ body }) => body).join('')
    expect(receiver.received).toHaveLength(4)
    for (const word of ['nonce', 'frame_url', 'the-code-742916', 'the-output', 'answered_by', 'digest']) {
      expect(texts).not.toContain(word)
    }
  })

  verifies('K22', 'each event says how the item was then, in the order of the item', async () => {
    await listen()
    const answered = await api.open(asks.A)
    await api.answer(answered.id, { approve: false, message: 'No.' })
    const withdrawn = await api.open(asks.A)
    await api.cancel(withdrawn.id)
    const late = await api.open(asks.A)
    await api.runOut(late.id)
    await api.read(late.id)
    await send()
    const story = (id: string) =>
      receiver.received
        .map(read)
        .filter(({ data }) => data.id === id)
        .map(({ type, data, timestamp }) => {
          expect(timestamp).toBe(type === 'interaction.created' ? data.created_at : data.resolved_at)
          return [type, data.status, data.outcome]
        })
    const created = ['interaction.created', 'pending', null]
    expect(story(answered.id)).toEqual([
      created,
      ['interaction.resolved', 'resolved', { decision: 'denied', message: 'No.' }],
    ])
    expect(story(withdrawn.id)).toEqual([
      created,
      ['interaction.cancelled', 'cancelled', { decision: 'cancelled', reason: 'Withdrawn by the company.' }],
    ])
    expect(story(late.id)).toEqual([created, ['interaction.expired', 'expired', { decision: 'expired' }]])
  })

  test('an endpoint hears the events it named, of its mode, from its making on', async () => {
    await api.open(asks.A)
    await listen({ events: ['interaction.resolved'] })
    const live = await api.makeKey('all', { mode: 'live' })
    const elsewhere = await api.open(asks.A, live)
    await api.answer(elsewhere.id, { approve: true }, live)
    const item = await api.open(asks.A)
    await api.answer(item.id, { approve: true })
    await send()
    expect(receiver.received.map((request) => [read(request).type, read(request).data.id])).toEqual([
      ['interaction.resolved', item.id],
    ])
  })

  test('an event reaches every endpoint once, however often it is looked for', async () => {
    const endpoints = [await listen(), await listen()]
    for (let n = 0; n < 5; n++) await api.open(asks.A)
    await untilSettled()
    await Promise.all([fanOutEvents(api.app), fanOutEvents(api.app), fanOutEvents(api.app)])
    // A position that is lost, or set back, finds the deliveries made.
    await api.sql('UPDATE webhook_endpoint SET after_tx = -1, after_seq = 0 WHERE id = ?', endpoints[0]?.id ?? '')
    await api.sql('DELETE FROM event WHERE id NOT IN (SELECT event_id FROM webhook_delivery)')
    await send()
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
  })

  test('a store that was restored elsewhere goes on where it was', async () => {
    const endpoint = await listen()
    await api.open(asks.A)
    await send()
    await api.open(asks.A)
    // As if a younger cluster had these rows now, some of them not yet sent.
    const future = 9_000_000_000_000
    await api.sql('UPDATE event SET tx = tx + ?', future)
    await api.sql('UPDATE webhook_endpoint SET after_tx = after_tx + ? WHERE id = ?', future, endpoint.id)
    await api.app.store.adoptEvents()
    await api.open(asks.A)
    await send()
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(receiver.received).toHaveLength(3)
  })

  verifies('C20', 'failures are tried again on schedule, with the same id and bytes, and then given up', async () => {
    const endpoint = await listen({ events: ['interaction.created'] })
    await api.open(asks.A)
    receiver.answerWith({ status: 500 })
    await send()
    const first = receiver.received[0]
    for (const [index, delay] of delays.entries()) {
      const delivery = await deliveryOf(endpoint)
      expect(delivery).toMatchObject({
        status: 'pending',
        tries: index + 1,
        lastStatus: 500,
        lastError: 'It answered 500.',
      })
      expect(Math.abs((delivery.nextInMs ?? 0) - delay)).toBeLessThan(5 * second)
      expect(await sendAfter((delivery.nextInMs ?? 0) - 2 * second)).toEqual([])
      const again = await sendAfter(2 * second)
      expect(again.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
        [first?.headers['webhook-id'], first?.body],
      ])
      expect(Math.abs(Number(again[0]?.headers['webhook-timestamp']) - nowMs() / 1000)).toBeLessThan(5)
    }
    expect(await deliveryOf(endpoint)).toMatchObject({ status: 'failed', tries: 10, nextInMs: null })
    expect(await sendAfter(30 * day)).toEqual([])
    expect(await statusOf(endpoint)).toEqual(['enabled', null])
  })

  verifies(
    'K22 C20',
    'an event waits for the one before it of the same item, which is then tried at once',
    async () => {
      const endpoint = await listen()
      const item = await api.open(asks.A)
      receiver.answerWith({ status: 500 })
      await send()
      await sendAfter(6 * second)
      await api.answer(item.id, { approve: true })
      await sendAfter(0)
      expect(receiver.types()).toEqual(['interaction.created'])
      expect((await deliveriesOf(endpoint)).map(({ tries }) => tries)).toEqual([3, 0])
      receiver.answerWith({ status: 200 })
      await sendAfter(30 * minute)
      expect(receiver.types()).toEqual(['interaction.created', 'interaction.resolved'])
    },
  )

  test('an event is sent when the one before it was given up', async () => {
    const endpoint = await listen()
    const item = await api.open(asks.A)
    receiver.answerWith(({ body }) => ({ status: body.includes('"interaction.created"') ? 500 : 200 }))
    await send()
    await api.answer(item.id, { approve: true })
    await send()
    await api.sql('UPDATE webhook_delivery SET tries = 9 WHERE endpoint_id = ? AND tries > 0', endpoint.id)
    await sendAfter(day)
    expect(receiver.types()).toEqual(['interaction.created', 'interaction.resolved'])
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(['failed', 'delivered'])
  })

  test('other items do not wait for one that fails', async () => {
    await listen()
    const bad = await api.open(asks.A)
    receiver.answerWith(({ body }) => ({ status: body.includes(bad.id) ? 500 : 200 }))
    await send()
    await api.open(asks.A)
    expect(await sendAfter(second)).toHaveLength(1)
  })

  verifies('C20', 'only 2xx is success, and redirects are not followed', async () => {
    const endpoint = await listen({ events: ['interaction.created'] })
    for (const [status, isGood] of [
      [200, true],
      [299, true],
      [301, false],
      [302, false],
      [307, false],
      [400, false],
      [404, false],
      [500, false],
    ] as const) {
      receiver.answerWith({ status, headers: { location: `http://127.0.0.1:${receiver.port}/elsewhere` } })
      await api.open(asks.A)
      receiver.clear()
      await send()
      expect(receiver.received.map(({ url }) => url)).toEqual(['/hooks'])
      const delivery = (await deliveriesOf(endpoint)).at(-1)
      expect(delivery).toMatchObject({ status: isGood ? 'delivered' : 'pending', lastStatus: status })
    }
  })

  verifies('C20', '410 disables the endpoint; enabled again it gets what it missed', async () => {
    const endpoint = await listen()
    receiver.answerWith({ status: 410 })
    await api.open(asks.A)
    await send()
    expect(await statusOf(endpoint)).toEqual(['disabled', 'gone'])
    expect((await recordOf('webhook.disabled')).at(-1)).toMatchObject({
      actor: { type: 'system' },
      facts: { endpoint: endpoint.id, reason: 'gone' },
    })
    expect(api.log.some((line) => line.includes(endpoint.id) && line.includes('"reason":"gone"'))).toBe(true)
    await api.open(asks.A)
    expect(await sendAfter(3 * day)).toEqual([])
    const { id } = await deliveryOf(endpoint)
    const resent = await api.call('POST', `/v1/webhook_deliveries/${id}/resend`, { by: api.all })
    expect(resent.status).toBe(400)

    receiver.answerWith({ status: 200 })
    const enabled = await api.call('POST', pathOf(endpoint, '/enable'), { by: api.all })
    expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null })
    expect(await sendAfter(0)).toHaveLength(2)
  })

  verifies('C20', '429 and 503 are not called before their Retry-After', async () => {
    const endpoint = await listen()
    for (const status of [429, 503]) {
      receiver.answerWith({ status, headers: { 'retry-after': '7200' } })
      await api.open(asks.A)
      await sendAfter(0)
      expect(receiver.received).toHaveLength(1)
      await api.open(asks.A)
      expect(await sendAfter(2 * hour - minute)).toEqual([])
      receiver.answerWith({ status: 200 })
      expect(await sendAfter(minute)).toHaveLength(2)
    }
    receiver.answerWith({ status: 500, headers: { 'retry-after': '7200' } })
    await api.open(asks.A)
    await sendAfter(0)
    receiver.answerWith({ status: 200 })
    expect(await sendAfter(5 * second)).toHaveLength(1)
    expect(await statusOf(endpoint)).toEqual(['enabled', null])
  })

  verifies('C20', 'after five days of nothing but failures it is disabled, with a notice', async () => {
    const endpoint = await listen({ events: ['interaction.created'] })
    receiver.answerWith({ status: 503 })
    for (let days = 0; days < 5; days++) {
      await api.open(asks.A)
      await sendAfter(day - (days === 0 ? day : 0))
      expect(await statusOf(endpoint)).toEqual(['enabled', null])
    }
    await sendAfter(day)
    expect(await statusOf(endpoint)).toEqual(['disabled', 'failing'])
    expect((await recordOf('webhook.disabled')).at(-1)?.facts).toMatchObject({
      endpoint: endpoint.id,
      reason: 'failing',
    })
    expect(api.log.some((line) => line.includes(endpoint.id) && line.includes('"reason":"failing"'))).toBe(true)
  })

  test('one success in between begins the five days anew', async () => {
    const endpoint = await listen({ events: ['interaction.created'] })
    for (let days = 0; days < 8; days++) {
      receiver.answerWith({ status: days === 4 ? 200 : 503 })
      await api.open(asks.A)
      await sendAfter(day)
    }
    expect(await statusOf(endpoint)).toEqual(['enabled', null])
  })

  test('failures with nothing left to try in between are not one row of failures', async () => {
    const endpoint = await listen({ events: ['interaction.created'] })
    receiver.answerWith({ status: 503 })
    for (const month of [1, 2]) {
      await api.open(asks.A)
      await send()
      await api.sql('UPDATE webhook_delivery SET tries = 9 WHERE endpoint_id = ?', endpoint.id)
      await sendAfter(day)
      expect([month, (await deliveriesOf(endpoint)).map(({ status }) => status)]).toEqual([
        month,
        Array.from({ length: month }, () => 'failed'),
      ])
      passedMs += 30 * day
    }
    expect(await statusOf(endpoint)).toEqual(['enabled', null])
  })

  test('a position never goes back', async () => {
    const endpoint = await listen()
    const stand = async () => {
      const [row] = await api.sql('SELECT after_tx, after_seq FROM webhook_endpoint WHERE id = ?', endpoint.id)
      return { tx: Number(row?.after_tx), seq: Number(row?.after_seq) }
    }
    const from = await stand()
    await api.open(asks.A)
    await send()
    const to = await stand()
    expect(to).not.toEqual(from)
    const late = { endpointId: endpoint.id, from, to: from, deliveries: [], nowMs: nowMs() }
    expect(await api.app.store.webhooks.fanOut(late)).toBe(false)
    expect(await stand()).toEqual(to)
  })

  test('an endpoint that fails is tried with one at a time', async () => {
    await listen({ events: ['interaction.created'] })
    receiver.answerWith({ status: 500 })
    await api.open(asks.A)
    await send()
    for (let n = 0; n < 4; n++) await api.open(asks.A)
    await untilSettled()
    await fanOutEvents(api.app)
    receiver.clear()
    await sender.fill()
    await sender.idle()
    expect(receiver.received).toHaveLength(1)
  })

  test('many are sent at once, but not all', async () => {
    await listen()
    await listen()
    await listen()
    for (let n = 0; n < 15; n++) await api.open(asks.A)
    await untilSettled()
    await fanOutEvents(api.app)
    receiver.answerWith('never')
    await sender.fill()
    expect(await receiver.untilReceived(20)).toHaveLength(20)
    await sender.fill()
    await sender.stop(0)
    expect(receiver.received).toHaveLength(20)
    const rows = await api.sql('SELECT * FROM webhook_delivery WHERE claimed_until IS NOT NULL OR tries > 0')
    expect(rows.filter((row) => row.status === 'pending')).toEqual([])
  })

  test('a worker that dies between sending and noting it sends the same again', async () => {
    const endpoint = await listen()
    await api.open(asks.A)
    const { webhooks } = api.app.store
    const { recordSuccess } = webhooks
    webhooks.recordSuccess = () => Promise.reject(new Error('killed'))
    try {
      await send()
    } finally {
      webhooks.recordSuccess = recordSuccess
    }
    const [lost] = receiver.received
    expect(await deliveryOf(endpoint)).toMatchObject({ status: 'pending', tries: 0 })
    sender = newSender()
    expect(await sendAfter(29 * second)).toEqual([])
    const again = await sendAfter(2 * second)
    expect(again.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      [lost?.headers['webhook-id'], lost?.body],
    ])
    expect(await deliveryOf(endpoint)).toMatchObject({ status: 'delivered', tries: 1 })
  })

  test.each([
    [200, { status: 'delivered', tries: 1 }],
    [503, { status: 'pending', tries: 1, lastStatus: 503 }],
  ])('a worker that was thought dead does not spoil what another has done, a %i', async (status, expected) => {
    const endpoint = await listen()
    await api.open(asks.A)
    await untilSettled()
    await fanOutEvents(api.app)
    const { webhooks } = api.app.store
    const { recordFailure } = webhooks
    let goOn = () => {}
    const stalled = new Promise<void>((resolve) => {
      webhooks.recordFailure = async (plan) => {
        resolve()
        await new Promise<void>((go) => {
          goOn = go
        })
        return recordFailure(plan)
      }
    })
    receiver.answerWith({ status: 500 })
    await sender.fill()
    await stalled
    webhooks.recordFailure = recordFailure
    receiver.answerWith({ status })
    passedMs += 31 * second
    const other = newSender()
    await other.fill()
    await other.idle()
    goOn()
    await sender.idle()
    expect(await deliveryOf(endpoint)).toMatchObject(expected)
    expect(await statusOf(endpoint)).toEqual(['enabled', null])
  })

  verifies('C20', 'anything can be sent again by hand, and counts anew', async () => {
    const endpoint = await listen()
    const item = await api.open(asks.A)
    await send()
    const { id } = await deliveryOf(endpoint)
    const resend = () => api.call('POST', `/v1/webhook_deliveries/${id}/resend`, { by: api.all })
    const resent = await resend()
    expect([resent.status, resent.body]).toEqual([
      200,
      expect.objectContaining({ object: 'webhook_delivery', id, interaction_id: item.id, status: 'pending', tries: 0 }),
    ])
    const [before] = receiver.received
    const again = await sendAfter(0)
    expect(again.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      [before?.headers['webhook-id'], before?.body],
    ])
    expect((await recordOf('webhook.resent')).at(-1)).toMatchObject({
      actor: { id: api.all.id },
      facts: { endpoint: endpoint.id, delivery: id, before: 'delivered' },
    })
    await api.sql(`UPDATE webhook_delivery SET status = 'failed', tries = 10, next_try_at = NULL WHERE id = ?`, id)
    await resend()
    receiver.answerWith({ status: 429, headers: { 'retry-after': '600' } })
    await sendAfter(0)
    expect(await deliveryOf(endpoint)).toMatchObject({ status: 'pending', tries: 1 })
    await resend()
    receiver.answerWith({ status: 200 })
    expect(await sendAfter(0)).toHaveLength(1)
  })

  verifies('C19', 'for a day after a rotation both secrets sign', async () => {
    const endpoint = await listen()
    const rotated = await api.call('POST', pathOf(endpoint, '/rotate'), { by: api.all })
    const secret = (rotated.body as unknown as Endpoint).secret
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(endpoint.secret)
    await api.open(asks.A)
    await send()
    const [request] = receiver.received
    expect(request?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const each of [endpoint.secret, secret]) {
      new Webhook(each).verify(request?.body ?? '', request?.headers as Record<string, string>)
    }
    await api.open(asks.A)
    const [later] = await sendAfter(day + second)
    const at = new Date(Number(later?.headers['webhook-timestamp']) * 1000)
    const id = String(later?.headers['webhook-id'])
    expect(later?.headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, later?.body ?? ''))
  })

  verifies('C19', 'a body is smaller than 20 kB: one that is not says what it leaves out', async () => {
    await listen()
    const options = [{ label: 'Yes' }, { label: 'No' }]
    const questions = ['a', 'b', 'c', 'd'].map((question) => ({ question, options }))
    const item = await api.open({ ...asks.Q1, questions })
    await api.answer(item.id, { answers: questions.map(() => '\u{1f4b6}'.repeat(3_900)) })
    await send()
    expect(receiver.received.map(({ body }) => Buffer.byteLength(body) < 20_000)).toEqual([true, true])
    const [created, resolved] = receiver.received.map(read)
    const { questions: _, outcome, ...whole } = await api.read(item.id)
    expect(JSON.stringify(outcome).length).toBeGreaterThan(20_000)
    expect([created.truncated, created.data.questions.length]).toEqual([undefined, 4])
    expect(resolved).toEqual({
      type: 'interaction.resolved',
      timestamp: whole.resolved_at,
      truncated: true,
      data: { ...whole, details: {}, outcome: { decision: 'answered' } },
    })
  })

  verifies('C21 BX.webhooks', 'a name that has come to lead inside is not called', async () => {
    const { config } = api.app
    config.webhookAllowPrivate = false
    try {
      const endpoint = await listen({
        url: `http://hooks.example.com:${receiver.port}/`,
        events: ['interaction.created'],
      })
      const turns = [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]
      for (const [index, addresses] of turns.entries()) {
        await api.open(asks.A)
        await untilSettled()
        await fanOutEvents(api.app)
        sender = newSender({
          resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        })
        await sender.fill()
        await sender.idle()
        const { lastStatus, lastError, status } = (await deliveriesOf(endpoint))[index] ?? {}
        expect({ lastStatus, status }).toEqual({ lastStatus: null, status: 'pending' })
        expect(lastError).toMatch(
          new RegExp(
            `^hooks.example.com leads to ${addresses.at(-1)}, an? (private address|address that is never called)$`,
          ),
        )
      }
      expect(receiver.received).toEqual([])
    } finally {
      config.webhookAllowPrivate = true
    }
  })

  verifies('C21', 'a literal address is checked again when it is called', async () => {
    const endpoint = await listen()
    await api.open(asks.A)
    api.app.config.webhookAllowPrivate = false
    try {
      await send()
    } finally {
      api.app.config.webhookAllowPrivate = true
    }
    expect(receiver.received).toEqual([])
    expect((await deliveryOf(endpoint)).lastError).toBe('The address must not lead to a private address.')
  })

  test('what cannot be reached is a failed try that says why', async () => {
    const { port, close } = await startReceiver()
    await close()
    const endpoint = await listen({ url: `http://127.0.0.1:${port}/` })
    await api.open(asks.A)
    await send()
    expect((await deliveryOf(endpoint)).lastError).toMatch('ECONNREFUSED')
  })

  test('https is spoken where it is written', async () => {
    const endpoint = await listen({ url: receiver.url.replace('http:', 'https:') })
    await api.open(asks.A)
    await send()
    expect(receiver.received).toEqual([])
    expect((await deliveryOf(endpoint)).lastError).toMatch(/wrong version number|EPROTO/)
  })

  test('what was on its way to a removed endpoint is given up', async () => {
    const endpoint = await listen()
    await api.open(asks.A)
    await untilSettled()
    await fanOutEvents(api.app)
    await api.call('DELETE', pathOf(endpoint), { by: api.all })
    await api.open(asks.A)
    expect(await sendAfter(day)).toEqual([])
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'failed', lastError: 'The endpoint was removed.' }])
    const [row] = await api.sql('SELECT * FROM webhook_endpoint WHERE id = ?', endpoint.id)
    expect([row?.secret_sealed, row?.old_secret_sealed]).toEqual(['', null])
  })

  verifies('C19', 'secrets are in no log, no record and no row', async () => {
    const endpoint = await listen()
    const rotated = (await api.call('POST', pathOf(endpoint, '/rotate'), { by: api.all })).body as unknown as Endpoint
    receiver.answerWith({ status: 410 })
    await api.open(asks.A)
    await send()
    const rows = [
      ...(await api.sql('SELECT * FROM webhook_endpoint')),
      ...(await api.sql('SELECT * FROM webhook_delivery')),
      ...(await api.sql('SELECT * FROM audit')),
    ]
    const seen = api.log.join('\n') + JSON.stringify(rows)
    for (const secret of [endpoint.secret, rotated.secret]) {
      expect(seen).not.toContain(secret)
      expect(seen).not.toContain(secret.slice('whsec_'.length))
    }
    expect(JSON.stringify(await api.audit('deployment')) + api.log.join('\n')).not.toContain('/hooks')
  })
})
