import type { Interaction } from '@/lib/interactions/interaction'
import { type Item, toIso } from '@/lib/interactions/item'
import type { OutboxEvent, WebhookDelivery, WebhookEndpoint } from '@/lib/store/webhooks'
import { type App, newId } from './context'
import { asOfEvent } from './events'

const batchSize = 100
/** A body is smaller than this, in bytes (C19). */
const bodyLimit = 20_000

/**
 * Makes the deliveries of what has happened since each endpoint's position (K22, contract section 8 race 11). The event
 * table is the outbox, so those who open and answer do nothing for it.
 * @returns whether there may be more
 */
export async function fanOutEvents(app: App): Promise<boolean> {
  const groups = new Map<string, WebhookEndpoint[]>()
  for (const endpoint of await app.store.webhooks.listActive()) {
    const key = `${endpoint.after.tx} ${endpoint.after.seq}`
    groups.set(key, [...(groups.get(key) ?? []), endpoint])
  }
  let isMore = false
  for (const endpoints of groups.values()) isMore = (await fanOutTo(app, endpoints)) || isMore
  return isMore
}

/** @param endpoints which all stand at one position */
async function fanOutTo(app: App, endpoints: WebhookEndpoint[]): Promise<boolean> {
  const from = endpoints[0]?.after
  const events = from ? await app.store.webhooks.readOutbox(from, batchSize) : []
  const to = events.at(-1)
  if (!from || !to) return false
  const wantedBy = (endpoint: WebhookEndpoint) =>
    events.filter((event) => event.mode === endpoint.mode && endpoint.events.includes(event.type))
  const wanted = new Set(endpoints.flatMap(wantedBy))
  const items = await app.store.webhooks.findItems([...new Set([...wanted].map((event) => event.interactionId))])
  const bodies = new Map<OutboxEvent, string>()
  for (const event of wanted) {
    const item = items.get(event.interactionId)
    if (item) bodies.set(event, toBody(event, item))
  }
  const nowMs = app.store.nowMs()
  for (const endpoint of endpoints) {
    const deliveries = wantedBy(endpoint).flatMap((event) => {
      const body = bodies.get(event)
      return body === undefined ? [] : [newDelivery(endpoint, event, body, nowMs)]
    })
    await app.store.webhooks.fanOut({ endpointId: endpoint.id, from, to, deliveries, nowMs })
  }
  return events.length === batchSize
}

function newDelivery(endpoint: WebhookEndpoint, event: OutboxEvent, body: string, nowMs: number): WebhookDelivery {
  return {
    id: newId('whd'),
    endpointId: endpoint.id,
    eventId: event.id,
    eventSeq: event.seq,
    eventType: event.type,
    interactionId: event.interactionId,
    body,
    status: 'pending',
    tries: 0,
    nextTryAtMs: nowMs,
    claimedUntilMs: null,
    lastStatus: null,
    lastError: null,
    createdAtMs: nowMs,
    deliveredAtMs: null,
  }
}

/**
 * The JSON text that is sent on every try: the interaction as it was at the event, without what only some may read
 * (K22). One that is too large loses what can be read at the API, and says so.
 */
export function toBody(event: Pick<OutboxEvent, 'type' | 'createdAtMs'>, item: Item): string {
  const head = { type: event.type, timestamp: toIso(event.createdAtMs) }
  const data = asOfEvent(event.type, item)
  const whole = JSON.stringify({ ...head, data })
  if (isSmall(whole)) return whole
  const { questions: _, ...rest } = data
  const short: Interaction = { ...rest, details: {} }
  const text = JSON.stringify({ ...head, truncated: true, data: short })
  if (isSmall(text)) return text
  const { browser: __, ...shortest } = short
  const outcome = short.outcome && { decision: short.outcome.decision }
  return JSON.stringify({ ...head, truncated: true, data: { ...shortest, outcome } })
}

const isSmall = (text: string) => Buffer.byteLength(text) < bodyLimit
