import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { Interaction } from '@/lib/interactions/interaction'
import { ids, openedAt, payment } from '@/lib/rest/examples'
import { operation, pageOf, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { EventsQuery, readEvents } from '@/lib/services/events'
import { eventNames } from '@/lib/services/webhooks'

const Event = z
  .strictObject({
    object: z.literal('event'),
    id: z.string(),
    type: z.enum(eventNames),
    timestamp: Time.meta({ description: 'When it happened.' }),
    data: Interaction.meta({ description: 'The item as it was then, without `frame_url` and `nonce`.' }),
  })
  .meta({ id: 'Event' })

const EventList = pageOf('EventList', Event)

const created = {
  data: [{ object: 'event', id: ids.event, type: 'interaction.created', timestamp: openedAt, data: payment }],
  next_cursor: null,
}

const howToFollow =
  'With `Accept: text/event-stream` it is a stream that stays open: each event has `id`, `event` (its type) and `data` (the interaction). Resume with the `Last-Event-ID` header, or `after`; an id that is no longer kept gives `event: reset`. Events are kept for 7 days.'

/** What happened, for whoever follows it (K21, C18). */
export const eventOperations: Operation[] = [
  operation({
    id: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    access: access.events,
    target: 'none',
    query: EventsQuery,
    run: (ctx, { query, request }) => readEvents(ctx, null, query, request),
    doc: {
      tag: 'Events',
      summary: 'Read or follow events',
      description: `All that the caller may see, oldest first. A stream begins with what happens next. ${howToFollow}`,
      replies: { 200: [EventList, 'A page of events; `next_cursor` goes into `after`.'] },
      streams: true,
      errors: ['invalid_cursor'],
      examples: { page: { reply: created } },
    },
  }),
  operation({
    id: 'listInteractionEvents',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/events',
    access: access.itemEvents,
    target: 'interaction',
    query: EventsQuery,
    cors: true,
    run: (ctx, { target, query, request }) => readEvents(ctx, target, query, request),
    doc: {
      tag: 'Events',
      summary: "Read or follow one interaction's events",
      description: `From its opening on. ${howToFollow}`,
      replies: { 200: [EventList, 'A page of events; `next_cursor` goes into `after`.'] },
      streams: true,
      errors: ['invalid_cursor'],
      examples: { page: { reply: created } },
    },
  }),
]
