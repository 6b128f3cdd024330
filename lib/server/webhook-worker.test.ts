import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp } from '@/lib/services/app'
import type { App } from '@/lib/services/context'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { verifies } from '@/lib/testing/verifies'
import { startWebhooks } from './webhook-worker'

describe.each(dialects)('the webhook worker on %s', (dialect) => {
  let api: Api
  let receiver: Receiver
  let stops: (() => Promise<void>)[]

  beforeAll(async () => {
    api = await startApi(dialect, { WEBHOOK_ALLOW_PRIVATE: '1' })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    stops = []
    receiver = await startReceiver()
    const created = await api.call('POST', '/v1/webhook_endpoints', { by: api.all, body: { url: receiver.url } })
    expect(created.status).toBe(201)
  })
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await api.sql('DELETE FROM webhook_delivery')
    await api.sql('DELETE FROM webhook_endpoint')
    await receiver.close()
  })

  const start = (app: App = api.app) => {
    const stop = startWebhooks(app)
    stops.push(stop)
    return stop
  }
  const countByStatus = async () => {
    const rows = await api.sql('SELECT status, count(*) AS n FROM webhook_delivery GROUP BY status')
    return Object.fromEntries(rows.map((row) => [row.status, Number(row.n)]))
  }

  verifies('K22', 'what happens while it runs is sent, each item in its order', async () => {
    start()
    const ids: string[] = []
    for (let n = 0; n < 10; n++) {
      const item = await api.open(asks.A)
      ids.push(item.id)
      await api.answer(item.id, { approve: true })
    }
    const received = (await receiver.untilReceived(20)).map(({ body }) => JSON.parse(body))
    for (const id of ids) {
      expect(received.filter(({ data }) => data.id === id).map(({ type }) => type)).toEqual([
        'interaction.created',
        'interaction.resolved',
      ])
    }
    await vi.waitFor(async () => expect(await countByStatus()).toEqual({ delivered: 20 }))
  })

  test('what happened while none ran is sent when one starts', async () => {
    const item = await api.open(asks.A)
    start()
    const [request] = await receiver.untilReceived(1)
    expect(JSON.parse(request?.body ?? '').data.id).toBe(item.id)
  })

  test('a hint is enough: it does not wait for its slow look', async () => {
    start()
    await api.open(asks.A)
    await receiver.untilReceived(1)
    const startedMs = performance.now()
    for (let n = 2; n <= 6; n++) {
      await api.open(asks.A)
      await receiver.untilReceived(n)
    }
    // Five slow looks would be five seconds.
    expect(performance.now() - startedMs).toBeLessThan(2_500)
  })

  test('one that is stopped leaves what it was sending to the next one at once', async () => {
    receiver.answerWith('never')
    const stop = start()
    await api.open(asks.A)
    const [first] = await receiver.untilReceived(1)
    await stop()
    expect(await api.sql('SELECT tries, status, claimed_until FROM webhook_delivery')).toEqual([
      { tries: 0, status: 'pending', claimed_until: null },
    ])
    receiver.answerWith({ status: 200 })
    start()
    const again = (await receiver.untilReceived(2))[1]
    expect([again?.headers['webhook-id'], again?.body]).toEqual([first?.headers['webhook-id'], first?.body])
    await vi.waitFor(async () => expect(await countByStatus()).toEqual({ delivered: 1 }))
  })

  test('one that is stopped waits a moment for what it was sending', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    receiver.answerWith(() => {
      answer()
      return { status: 200 }
    })
    const stop = start()
    await api.open(asks.A)
    await asked
    await stop()
    expect(await countByStatus()).toEqual({ delivered: 1 })
  })

  test('a store that does not answer is asked again', async () => {
    const { webhooks } = api.app.store
    const { listActive } = webhooks
    const failed = new Promise<void>((resolve) => {
      webhooks.listActive = async () => {
        webhooks.listActive = listActive
        resolve()
        throw new Error('the store is away')
      }
    })
    start()
    await failed
    await api.open(asks.A)
    await receiver.untilReceived(1)
    expect(api.log.some((line) => line.includes('webhooks failed') && line.includes('the store is away'))).toBe(true)
  })
})

test('several workers on one PostgreSQL send each event once', async () => {
  const api = await startApi('postgresql', { WEBHOOK_ALLOW_PRIVATE: '1' })
  const receiver = await startReceiver()
  const shutdown = new AbortController()
  const others = [await openApp(api.app.config, shutdown.signal), await openApp(api.app.config, shutdown.signal)]
  for (const n of [1, 2]) {
    const created = await api.call('POST', '/v1/webhook_endpoints', {
      by: api.all,
      body: { url: `${receiver.url}/${n}`, events: ['interaction.created'] },
    })
    expect(created.status).toBe(201)
  }
  const stops = [api.app, ...others].map((app) => startWebhooks(app))
  const count = 60
  await Promise.all(Array.from({ length: count }, () => api.open(asks.A)))
  await receiver.untilReceived(2 * count)
  await vi.waitFor(async () => {
    const [row] = await api.sql(`SELECT count(*) AS n FROM webhook_delivery WHERE status = 'delivered'`)
    expect(Number(row?.n)).toBe(2 * count)
  })
  await Promise.all(stops.map((stop) => stop()))
  const sent = receiver.received.map(({ url, headers }) => `${url} ${headers['webhook-id']}`)
  expect([sent.length, new Set(sent).size]).toEqual([2 * count, 2 * count])
  shutdown.abort()
  await Promise.all(others.map((app) => app.store.close()))
  await receiver.close()
  await api.close()
}, 30_000)
