import { afterAll, beforeAll, describe, expect } from 'vitest'
import { handleRest } from '@/lib/rest/handle'
import { type Api, type Caller, dialects, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

interface Frame {
  id?: string
  event?: string
  data?: string
}

/** An open stream, read frame by frame. */
async function openStream(api: Api, path: string, by: Caller, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const request = new Request(origin + path, {
    headers: { ...by.headers, Accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  const response = await handleRest(api.app, request, { address: null })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    /** The next frame that is an event, or null at the end of the stream. */
    async next(): Promise<Frame | null> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n')
          text = text.slice(end + 2)
          const frame = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))) as Frame
          if (frame.event) return frame
          continue
        }
        const read = await reader?.read()
        if (!read || read.done) return null
        text += read.value
      }
    },
    leave: async () => {
      leaving.abort()
      await reader?.cancel().catch(() => {})
    },
  }
}

describe.each(dialects)('events on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  verifies('K21 C18 BX.events', 'a stream begins now and tells of each item in order, without secrets', async () => {
    await api.open(asks.A)
    const stream = await openStream(api, '/v1/events', api.all)
    expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream')
    const first = stream.next()
    const { id } = await api.open(asks.H)
    const created = await first
    expect(created).toMatchObject({ event: 'interaction.created', id: expect.stringMatching(/^evt_/) })
    const view = JSON.parse(created?.data ?? '')
    expect(view).toMatchObject({ id, status: 'pending' })
    expect(view).not.toHaveProperty('nonce')
    await api.cancel(id)
    const cancelled = await stream.next()
    expect(cancelled?.event).toBe('interaction.cancelled')
    expect(JSON.parse(cancelled?.data ?? '')).toMatchObject({ id, status: 'cancelled' })
    await stream.leave()
  })

  verifies('C18 K21', 'it resumes after the last event that was heard, and says so when it cannot', async () => {
    const { id } = await api.open(asks.A)
    await api.answer(id, { approve: true })
    const whole = await openStream(api, `/v1/interactions/${id}/events`, api.all)
    const [created, resolved] = [await whole.next(), await whole.next()]
    await whole.leave()
    const resumed = await openStream(api, `/v1/interactions/${id}/events`, api.all, {
      'Last-Event-ID': created?.id ?? '',
    })
    expect(await resumed.next()).toEqual(resolved)
    await resumed.leave()
    const lost = await openStream(api, '/v1/events', api.all, { 'Last-Event-ID': 'evt_unknown' })
    expect((await lost.next())?.event).toBe('reset')
    await lost.leave()
  })

  verifies('K21 D18.12', 'without a stream there are pages, and an asker sees its own', async () => {
    const mine = await api.open(asks.A, api.ask)
    const other = await api.open(asks.A, await api.makeKey('ask', { agent: 'Another' }))
    const page = await api.call('GET', '/v1/events?limit=100', { by: api.ask })
    const ids = page.body.data.map((event) => (event as unknown as { data: { id: string } }).data.id)
    expect(ids).toContain(mine.id)
    expect(ids).not.toContain(other.id)
    const [first] = (await api.call('GET', '/v1/events?limit=1', { by: api.all })).body.data
    const second = await api.call('GET', `/v1/events?limit=1&after=${first?.id}`, { by: api.all })
    expect(second.body.data[0]?.id).not.toBe(first?.id)
    expectRefused(
      await api.call('GET', '/v1/events?after=evt_unknown', { by: api.all }),
      400,
      'invalid_cursor',
      'after',
    )
  })

  verifies('K30 C18', 'a stream ends with its credential', async () => {
    const key = await api.makeKey('all')
    const stream = await openStream(api, '/v1/events', key)
    await api.call('DELETE', `/v1/keys/${key.id}`, { by: api.all })
    expect(await stream.next()).toBeNull()
  })
})
