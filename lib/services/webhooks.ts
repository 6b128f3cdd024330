import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { oneLine } from '@/lib/interactions/text'
import type { Position } from '@/lib/store/events'
import type { EventName } from '@/lib/store/items'
import { deliveryStatuses, type WebhookDelivery, type WebhookEndpoint } from '@/lib/store/webhooks'
import { faultOfUrl } from './address-guard'
import { listPage, PageQuery } from './administration'
import { type App, auditEntry, type Ctx, newId } from './context'
import { json, type Reply } from './reply'

const oldSecretLifeMs = 24 * 3_600_000
const settleEveryMs = 25
const settleTries = 40

export const eventNames = [
  'interaction.created',
  'interaction.resolved',
  'interaction.cancelled',
  'interaction.expired',
] as const satisfies readonly EventName[]

export const WebhookEndpointBody = z.strictObject({
  url: oneLine(1, 2048),
  events: z
    .array(z.enum(eventNames))
    .min(1, { error: 'must name at least one event' })
    .refine((names) => new Set(names).size === names.length, { error: 'must name each event once' })
    .default([...eventNames]),
  description: oneLine(1, 200).nullable().default(null),
})

export const WebhookDeliveriesQuery = PageQuery.extend({ status: z.enum(deliveryStatuses).optional() })

function endpointView(endpoint: WebhookEndpoint, secret?: string) {
  return {
    object: 'webhook_endpoint',
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    ...(secret !== undefined && { secret }),
    status: endpoint.disabledAtMs === null ? 'enabled' : 'disabled',
    disabled_reason: endpoint.disabledReason,
    created_at: toIso(endpoint.createdAtMs),
  }
}

const optionalIso = (ms: number | null) => (ms === null ? null : toIso(ms))

const deliveryView = (delivery: WebhookDelivery) => ({
  object: 'webhook_delivery',
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  type: delivery.eventType,
  interaction_id: delivery.interactionId,
  status: delivery.status,
  tries: delivery.tries,
  next_try_at: optionalIso(delivery.nextTryAtMs),
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: toIso(delivery.createdAtMs),
  delivered_at: optionalIso(delivery.deliveredAtMs),
})

/** 256 random bits as Standard Webhooks writes them (C19). */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Adds an address to which events of the caller's mode are sent from now on (K36).
 * @returns 201 with `secret`, this once
 * @throws invalid_request, also for an address that may not be called (C21)
 */
export async function createWebhookEndpoint(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app, actor } = ctx
  const input = parseWith(WebhookEndpointBody, body.value)
  const fault = faultOfUrl(input.url, {
    allowPrivate: app.config.webhookAllowPrivate,
    httpsOnly: actor.mode === 'live',
  })
  if (fault) throw new InteractionError('invalid_request', `url: ${fault}.`, { param: 'url' })
  const secret = newSecret()
  const endpoint: WebhookEndpoint = {
    id: newId('whe'),
    mode: actor.mode,
    url: input.url,
    events: input.events,
    description: input.description,
    secretSealed: app.secrets.seal(secret),
    oldSecretSealed: null,
    oldSecretUntilMs: null,
    after: await findNow(app),
    failingSinceMs: null,
    pausedUntilMs: null,
    disabledAtMs: null,
    disabledReason: null,
    createdAtMs: app.store.nowMs(),
  }
  await app.store.webhooks.createEndpoint(
    endpoint,
    auditEntry(ctx, 'webhook.created', {
      endpoint: endpoint.id,
      mode: endpoint.mode,
      // What follows the host may hold the receiver's own secrets.
      host: new URL(endpoint.url).host,
      events: endpoint.events,
    }),
  )
  return json(201, endpointView(endpoint, secret))
}

/**
 * The position after all that has happened. It waits a moment for changes under way that began before the newest
 * event: what they commit comes after this call and must not lie before the position.
 */
async function findNow(app: App): Promise<Position> {
  const newest = await app.store.webhooks.findNewest()
  for (let tries = 0; ; tries++) {
    const end = await app.store.eventEnd()
    if (!newest || isAtOrAfter(end, newest) || tries === settleTries) return end
    await sleep(settleEveryMs)
  }
}

const isAtOrAfter = (a: Position, b: Position) => a.tx > b.tx || (a.tx === b.tx && a.seq >= b.seq)

/** Lists the endpoints of the caller's mode, newest first. @throws invalid_cursor */
export function listWebhookEndpoints(ctx: Ctx, page: z.output<typeof PageQuery>): Promise<Reply> {
  return listPage(
    ctx,
    'webhook_endpoints',
    page,
    (after, limit) => ctx.app.store.webhooks.listEndpoints({ mode: ctx.actor.mode, after, limit }),
    (endpoint) => endpointView(endpoint),
  )
}

/** @throws not_found */
async function findOwn(ctx: Ctx, id: string): Promise<WebhookEndpoint> {
  const isId = /^whe_[0-9a-z]{1,64}$/.test(id)
  const endpoint = isId ? await ctx.app.store.webhooks.findEndpoint(id, ctx.actor.mode) : null
  if (!endpoint) throw notFound()
  return endpoint
}

/** One endpoint, without its secret. @throws not_found */
export async function getWebhookEndpoint(ctx: Ctx, id: string): Promise<Reply> {
  return json(200, endpointView(await findOwn(ctx, id)))
}

/** Takes an endpoint away; what was on its way to it is given up. @throws not_found */
export async function deleteWebhookEndpoint(ctx: Ctx, id: string): Promise<Reply> {
  const endpoint = await findOwn(ctx, id)
  const entry = auditEntry(ctx, 'webhook.removed', { endpoint: endpoint.id })
  const { store } = ctx.app
  if (!(await store.webhooks.removeEndpoint(endpoint.id, endpoint.mode, store.nowMs(), entry))) throw notFound()
  return json(200, { object: 'webhook_endpoint', id: endpoint.id, deleted: true })
}

/**
 * Gives an endpoint a new secret; for a day the one before signs as well (C19).
 * @returns 200 with `secret`, this once
 * @throws not_found
 */
export async function rotateWebhookSecret(ctx: Ctx, id: string): Promise<Reply> {
  const { secrets, store } = ctx.app
  const { id: endpointId, mode } = await findOwn(ctx, id)
  const secret = newSecret()
  const endpoint = await store.webhooks.rotateSecret(
    endpointId,
    mode,
    secrets.seal(secret),
    store.nowMs() + oldSecretLifeMs,
    auditEntry(ctx, 'webhook.rotated', { endpoint: endpointId }),
  )
  if (!endpoint) throw notFound()
  return json(200, endpointView(endpoint, secret))
}

/** Starts a disabled endpoint again: what it missed and is still kept is sent. @throws not_found */
export async function enableWebhookEndpoint(ctx: Ctx, id: string): Promise<Reply> {
  const { id: endpointId, mode } = await findOwn(ctx, id)
  const entry = auditEntry(ctx, 'webhook.enabled', { endpoint: endpointId })
  const wasDisabled = await ctx.app.store.webhooks.enableEndpoint(endpointId, mode, entry)
  if (wasDisabled) ctx.app.wakeUps.changed(endpointId)
  return json(200, endpointView(await findOwn(ctx, endpointId)))
}

/** Lists what was sent or waits to be sent to an endpoint, newest first. @throws not_found, invalid_cursor */
export async function listWebhookDeliveries(
  ctx: Ctx,
  id: string,
  query: z.output<typeof WebhookDeliveriesQuery>,
): Promise<Reply> {
  const { id: endpointId } = await findOwn(ctx, id)
  const { status, ...page } = query
  return listPage(
    ctx,
    `webhook_deliveries ${endpointId} ${status ?? ''}`,
    page,
    (after, limit) => ctx.app.store.webhooks.listDeliveries({ endpointId, status, after, limit }),
    deliveryView,
  )
}

/**
 * Sends a delivery again, with the same id and bytes, whatever became of it (C20).
 * @returns 200 with the delivery, which is pending again
 * @throws not_found, invalid_request while its endpoint is disabled
 */
export async function resendWebhookDelivery(ctx: Ctx, id: string): Promise<Reply> {
  const { store, wakeUps } = ctx.app
  const found = /^whd_[0-9a-z]{1,64}$/.test(id) ? await store.webhooks.findDelivery(id) : null
  if (!found) throw notFound()
  const endpoint = await findOwn(ctx, found.endpointId)
  if (endpoint.disabledAtMs !== null) {
    throw new InteractionError('invalid_request', 'The endpoint is disabled. Enable it first.')
  }
  const entry = auditEntry(ctx, 'webhook.resent', {
    endpoint: endpoint.id,
    delivery: found.id,
    event: found.eventId,
    before: found.status,
  })
  const delivery = await store.webhooks.resend(found.id, store.nowMs(), entry)
  if (!delivery) throw notFound()
  wakeUps.changed(delivery.id)
  return json(200, deliveryView(delivery))
}
