import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { handlerOf } from './mount'

const token = 'a token of the tests'.replaceAll(' ', '-')

async function scrape(api: Api, headers: Record<string, string> = {}) {
  const request = new Request(`${origin}/metrics`, { headers })
  const response = await handlerOf('/metrics')?.(api.app, request, { address: null })
  if (!response) throw new Error('not mounted')
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

test('without a token in the settings there are no metrics', async () => {
  const api = await startApi('sqlite')
  expect((await scrape(api, { Authorization: `Bearer ${token}` })).status).toBe(404)
  expect(api.app.metrics).toBeNull()
  await api.close()
})

describe('with a token', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi('sqlite', { METRICS_TOKEN: token })
  })
  afterAll(() => api.close())
  const value = async (line: string) => {
    const { text } = await scrape(api, { Authorization: `Bearer ${token}` })
    const found = text.split('\n').find((each) => each.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }

  test('only its bearer reads them', async () => {
    expect((await scrape(api)).status).toBe(401)
    expect((await scrape(api, { Authorization: `Bearer ${token}x` })).status).toBe(401)
    expect((await scrape(api, { Authorization: `Bearer ${api.all.secret}` })).status).toBe(401)
    const { status, type } = await scrape(api, { Authorization: `Bearer ${token}` })
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
  })

  test('requests are counted by operation and status, and timed', async () => {
    await api.open(asks.A)
    await api.open({ ...asks.A, user_id: 'another' })
    await api.call('POST', '/v1/interactions', { by: api.all, body: {} })
    await api.call('GET', '/v1/nothing', { by: api.all })
    expect(await value('vestra_requests_total{operation="openInteraction",status="201"}')).toBe(2)
    expect(await value('vestra_requests_total{operation="openInteraction",status="400"}')).toBe(1)
    expect(await value('vestra_requests_total{operation="none",status="404"}')).toBe(1)
    expect(await value('vestra_request_duration_seconds_count{operation="openInteraction"}')).toBe(3)
    expect(await value('vestra_request_duration_seconds_bucket{le="60",operation="openInteraction"}')).toBe(3)
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  test('what waits is counted by mode', async () => {
    const live = await api.makeKey('all', { mode: 'live' })
    const before = await value('vestra_pending_interactions{mode="test"}')
    const item = await api.open(asks.A, live)
    expect(await value('vestra_pending_interactions{mode="live"}')).toBe(1)
    expect(await value('vestra_pending_interactions{mode="test"}')).toBe(before)
    await api.answer(item.id, { approve: true }, live)
    expect(await value('vestra_pending_interactions{mode="live"}')).toBe(0)
  })

  test('long polls and streams are counted while they are open', async () => {
    const { id } = await api.open(asks.A)
    const poll = api.call('GET', `/v1/interactions/${id}/result?wait=20`, { by: api.all })
    const leaving = new AbortController()
    const stream = await handlerOf('/v1')?.(
      api.app,
      new Request(`${origin}/v1/interactions/${id}/events`, {
        headers: { ...api.all.headers, Accept: 'text/event-stream' },
        signal: leaving.signal,
      }),
      { address: null },
    )
    const reader = stream?.body?.getReader()
    await reader?.read()
    await reader?.read()
    await expect.poll(() => value('vestra_long_polls')).toBe(1)
    expect(await value('vestra_event_streams')).toBe(1)
    await api.answer(id, { approve: true })
    expect((await poll).body.status).toBe('resolved')
    await reader?.cancel()
    await expect.poll(() => value('vestra_event_streams')).toBe(0)
    expect(await value('vestra_long_polls')).toBe(0)
  })
})
