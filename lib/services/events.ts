import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Item, toInteraction, toIso } from '@/lib/interactions/item'
import { beginning, type EventFilter, type Position, type StoredEvent } from '@/lib/store/events'
import { ownAsker } from './access'
import type { Ctx } from './context'
import { eventStream, idleFrame, resetFrame, toFrame } from './event-stream'
import { PageLimit } from './read-interactions'
import { json, type KeyedRequest, type Reply } from './reply'
import { anything } from './wake-ups'

const defaultLimit = 20
const batchSize = 100
const commentEveryMs = 15_000
const checkEveryMs = 2_000

export const EventsQuery = z.strictObject({
  limit: PageLimit.optional(),
  after: z.string().optional().meta({ description: 'Only what came after the event with this id.' }),
})

/** The interaction as it was when the event happened; items change only by ending (K22, K11). */
export function asOfEvent(type: StoredEvent['type'], item: Item): Interaction {
  const view = toInteraction(item)
  return type === 'interaction.created' ? { ...view, status: 'pending', outcome: null, resolved_at: null } : view
}

function reachOf(ctx: Ctx, item: Item | null): EventFilter {
  const { actor } = ctx
  const base = { mode: actor.mode }
  if (item) return { ...base, interactionId: item.id }
  if (actor.type === 'person' && actor.role === 'user') return { ...base, userIds: actor.userIds }
  return { ...base, asker: ownAsker(ctx) ?? undefined }
}

/**
 * Events of one item or of all the caller may see: a stream where it accepts one, else a page (K21, C18).
 * @throws invalid_cursor when `after` names no kept event of a page
 */
export async function readEvents(
  ctx: Ctx,
  item: Item | null,
  query: z.output<typeof EventsQuery>,
  request: KeyedRequest,
): Promise<Reply> {
  const filter = reachOf(ctx, item)
  if (request.accept?.includes('text/event-stream')) {
    const lastEventId = request.lastEventId ?? query.after ?? null
    return { status: 200, body: '', stream: eventStream(ctx, (signal) => frames(ctx, filter, lastEventId, signal)) }
  }
  const after = query.after === undefined ? beginning : await ctx.app.store.findEventPosition(query.after, filter.mode)
  if (!after) {
    throw new InteractionError('invalid_cursor', 'after: is no event that is still kept.', { param: 'after' })
  }
  const limit = query.limit ?? defaultLimit
  const events = await ctx.app.store.readEvents(filter, after, limit + 1)
  const page = events.slice(0, limit)
  return json(200, {
    data: page.map((event) => ({
      object: 'event',
      id: event.id,
      type: event.type,
      timestamp: toIso(event.createdAtMs),
      data: asOfEvent(event.type, event.item),
    })),
    next_cursor: events.length > limit ? (page.at(-1)?.id ?? null) : null,
  })
}

async function* frames(
  ctx: Ctx,
  filter: EventFilter,
  lastEventId: string | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { app } = ctx
  let position = await startOf(ctx, filter, lastEventId)
  if (position === 'unknown') {
    yield resetFrame
    position = await app.store.eventEnd()
  }
  const hints = app.wakeUps.subscribe(anything)
  app.metrics?.streams.inc()
  let lastFrameMs = app.store.nowMs()
  let lastCheckMs = lastFrameMs
  try {
    while (!signal.aborted) {
      const hint = hints.next()
      const events = await app.store.readEvents(filter, position, batchSize)
      for (const event of events) {
        yield toFrame({ id: event.id, type: event.type, data: asOfEvent(event.type, event.item) })
        position = event
      }
      const nowMs = app.store.nowMs()
      if (events.length > 0) lastFrameMs = nowMs
      else if (nowMs - lastFrameMs >= commentEveryMs) {
        yield idleFrame
        lastFrameMs = nowMs
      }
      if (nowMs - lastCheckMs >= checkEveryMs) {
        await ctx.assertStillValid()
        lastCheckMs = nowMs
      }
      if (events.length < batchSize) await hints.orAfter(hint, checkEveryMs, signal)
    }
  } finally {
    hints.stop()
    app.metrics?.streams.dec()
  }
}

/** A stream of one item tells its whole story; one of all begins now, unless it resumes (D18.12). */
async function startOf(ctx: Ctx, filter: EventFilter, lastEventId: string | null): Promise<Position | 'unknown'> {
  if (lastEventId !== null) return (await ctx.app.store.findEventPosition(lastEventId, filter.mode)) ?? 'unknown'
  return filter.interactionId === undefined ? ctx.app.store.eventEnd() : beginning
}
