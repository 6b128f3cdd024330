import { pathOf } from './answer'
import type { Page } from './list'
import { backoffMs, isPassing, open, parse, pause, type ReadOptions, send, type Transport, toError } from './request'
import { type Frame, readFrames } from './sse'
import type { Event, Interaction } from './types'

/** One event of a page. */
export type VestraEvent = Event
export type EventType = Event['type']

/** One event of a stream. After a `reset` events were missed: read the list again. */
export type StreamEvent = { id: string; type: EventType; data: Interaction } | { type: 'reset' }

export interface StreamOptions {
  /** Only this item's events, from its beginning. */
  interaction?: string | undefined
  /** Go on after this event. */
  lastEventId?: string | undefined
  signal?: AbortSignal | undefined
  /** Called whenever the stream is connected: what is read after that misses nothing. */
  onOpen?: (() => void) | undefined
}

export interface EventsOptions extends ReadOptions {
  interaction?: string | undefined
  /** The event after which the page begins. */
  after?: string | undefined
  limit?: number | undefined
}

const pathFor = (interaction: string | undefined) =>
  interaction === undefined ? '/v1/events' : `${pathOf(interaction)}/events`

/** Events as they happen: `for await (const event of vestra.events())`, and pages of past ones. */
export function createEvents(transport: Transport) {
  return Object.assign((options: StreamOptions = {}) => streamEvents(transport, options), {
    list: ({ interaction, after, limit, ...options }: EventsOptions = {}) =>
      send<Page<VestraEvent>>(transport, {
        method: 'GET',
        path: pathFor(interaction),
        query: { after, limit },
        ...options,
      }),
  })
}

/** Reconnects for ever, each time after the last event that was seen; ends when `signal` is aborted. */
async function* streamEvents(transport: Transport, options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { interaction, signal } = options
  let { lastEventId } = options
  let failures = 0
  while (!signal?.aborted) {
    const call = { method: 'GET', path: pathFor(interaction), signal } as const
    const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
    try {
      const response = await open(transport, call, headers, signal)
      if (!response.ok || !response.body) throw toError(response, parse(await response.text()))
      options.onOpen?.()
      for await (const frame of readFrames(response.body)) {
        const event = toEvent(frame)
        if (!event) continue
        failures = 0
        if ('id' in event) lastEventId = event.id
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!isPassing(error) && !(error instanceof TypeError)) throw error
    }
    await pause(backoffMs(failures++), signal).catch(() => {})
  }
}

function toEvent({ id, event, data = '' }: Frame): StreamEvent | null {
  if (event === 'reset') return { type: 'reset' }
  if (id === undefined || event === undefined) return null
  return { id, type: event as EventType, data: parse(data) as Interaction }
}
