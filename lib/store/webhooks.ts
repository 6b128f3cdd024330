import type { Item, Mode } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import type { Position } from './events'
import { toItem } from './item-rows'
import type { EventName } from './items'
import { bindTo, type Command, type Driver, insertInto, type Param, query, queryOne, type SqlRow } from './sql'

/** Where events are sent. Times are UTC milliseconds. */
export interface WebhookEndpoint {
  id: string
  mode: Mode
  url: string
  events: EventName[]
  description: string | null
  secretSealed: string
  /** The secret before the last rotation, which signs as well until then. */
  oldSecretSealed: string | null
  oldSecretUntilMs: number | null
  /** Events up to here have their deliveries. */
  after: Position
  /** When the first of the failures happened that no success has followed. */
  failingSinceMs: number | null
  pausedUntilMs: number | null
  disabledAtMs: number | null
  disabledReason: DisabledReason | null
  createdAtMs: number
}

/** `gone`: it answered 410. `failing`: nothing has reached it for days. */
type DisabledReason = 'gone' | 'failing'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  id: string
  endpointId: string
  eventId: string
  eventSeq: number
  eventType: EventName
  interactionId: string
  body: string
  status: DeliveryStatus
  /** Tries that failed, and the one that did not. */
  tries: number
  nextTryAtMs: number | null
  /** Somebody sends it now, and has until then to say how it went. */
  claimedUntilMs: number | null
  lastStatus: number | null
  lastError: string | null
  createdAtMs: number
  deliveredAtMs: number | null
}

/** An event as the outbox holds it; nobody has looked at its item. */
export interface OutboxEvent extends Position {
  id: string
  mode: Mode
  type: EventName
  interactionId: string
  createdAtMs: number
}

const optionalMs = (value: unknown) => (value === null ? null : Number(value))

function toEndpoint(row: SqlRow): WebhookEndpoint {
  return {
    id: row.id,
    mode: row.mode,
    url: row.url,
    events: JSON.parse(String(row.events_json)),
    description: row.description,
    secretSealed: row.secret_sealed,
    oldSecretSealed: row.old_secret_sealed,
    oldSecretUntilMs: optionalMs(row.old_secret_until),
    after: { tx: Number(row.after_tx), seq: Number(row.after_seq) },
    failingSinceMs: optionalMs(row.failing_since),
    pausedUntilMs: optionalMs(row.paused_until),
    disabledAtMs: optionalMs(row.disabled_at),
    disabledReason: row.disabled_reason,
    createdAtMs: Number(row.created_at),
  } as WebhookEndpoint
}

function toDelivery(row: SqlRow): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventSeq: Number(row.event_seq),
    eventType: row.event_type,
    interactionId: row.interaction_id,
    body: row.body,
    status: row.status,
    tries: Number(row.tries),
    nextTryAtMs: optionalMs(row.next_try_at),
    claimedUntilMs: optionalMs(row.claimed_until),
    lastStatus: optionalMs(row.last_status),
    lastError: row.last_error,
    createdAtMs: Number(row.created_at),
    deliveredAtMs: optionalMs(row.delivered_at),
  } as WebhookDelivery
}

function* createEndpoint(endpoint: WebhookEndpoint, audit: AuditEntry): Command<void> {
  yield insertInto('webhook_endpoint', {
    id: endpoint.id,
    mode: endpoint.mode,
    url: endpoint.url,
    events_json: JSON.stringify(endpoint.events),
    description: endpoint.description,
    secret_sealed: endpoint.secretSealed,
    old_secret_sealed: endpoint.oldSecretSealed,
    old_secret_until: endpoint.oldSecretUntilMs,
    after_tx: endpoint.after.tx,
    after_seq: endpoint.after.seq,
    failing_since: endpoint.failingSinceMs,
    paused_until: endpoint.pausedUntilMs,
    disabled_at: endpoint.disabledAtMs,
    disabled_reason: endpoint.disabledReason,
    created_at: endpoint.createdAtMs,
    removed_at: null,
  })
  yield* appendAudit(deploymentChain, audit)
}

/** Takes an endpoint away, with its secrets and all that was on its way. @returns whether it was there in that mode */
function* removeEndpoint(id: string, mode: Mode, nowMs: number, audit: AuditEntry): Command<boolean> {
  const row = yield* queryOne(
    `UPDATE webhook_endpoint SET removed_at = ?, secret_sealed = '', old_secret_sealed = NULL
     WHERE id = ? AND mode = ? AND removed_at IS NULL RETURNING id`,
    nowMs,
    id,
    mode,
  )
  if (!row) return false
  yield* query(
    `UPDATE webhook_delivery SET status = 'failed', next_try_at = NULL, last_error = 'The endpoint was removed.'
     WHERE endpoint_id = ? AND status = 'pending'`,
    id,
  )
  yield* appendAudit(deploymentChain, audit)
  return true
}

/** Gives it a new secret beside the one it has. @returns the endpoint, or null when there is none in that mode */
function* rotateSecret(
  id: string,
  mode: Mode,
  secretSealed: string,
  oldSecretUntilMs: number,
  audit: AuditEntry,
): Command<WebhookEndpoint | null> {
  const row = yield* queryOne(
    `UPDATE webhook_endpoint SET old_secret_sealed = secret_sealed, old_secret_until = ?, secret_sealed = ?
     WHERE id = ? AND mode = ? AND removed_at IS NULL RETURNING *`,
    oldSecretUntilMs,
    secretSealed,
    id,
    mode,
  )
  if (!row) return null
  yield* appendAudit(deploymentChain, audit)
  return toEndpoint(row)
}

/** Starts a disabled endpoint again, where it had stopped. @returns whether it was disabled */
function* enableEndpoint(id: string, mode: Mode, audit: AuditEntry): Command<boolean> {
  const row = yield* queryOne(
    `UPDATE webhook_endpoint SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, paused_until = NULL
     WHERE id = ? AND mode = ? AND removed_at IS NULL AND disabled_at IS NOT NULL RETURNING id`,
    id,
    mode,
  )
  if (!row) return false
  yield* appendAudit(deploymentChain, audit)
  return true
}

/** Makes a delivery due at once. One that had ended begins its schedule anew. */
function* resend(id: string, nowMs: number, audit: AuditEntry): Command<WebhookDelivery | null> {
  const row = yield* queryOne(
    `UPDATE webhook_delivery SET tries = CASE WHEN status = 'pending' THEN tries ELSE 0 END, status = 'pending',
       next_try_at = ?, delivered_at = NULL WHERE id = ? RETURNING *`,
    nowMs,
    id,
  )
  if (!row) return null
  yield* query('UPDATE webhook_endpoint SET paused_until = NULL WHERE id = ?', String(row.endpoint_id))
  yield* appendAudit(deploymentChain, audit)
  return toDelivery(row)
}

interface FanOutPlan {
  endpointId: string
  from: Position
  to: Position
  deliveries: WebhookDelivery[]
  nowMs: number
}

/**
 * Makes the deliveries of some events and moves the endpoint's position past them. The position it was read at guards
 * it: of two workers one does this, and the other nothing.
 */
function* fanOut({ endpointId, from, to, deliveries, nowMs }: FanOutPlan): Command<boolean> {
  const moved = yield* queryOne(
    `UPDATE webhook_endpoint SET after_tx = ?, after_seq = ? WHERE id = ? AND after_tx = ? AND after_seq = ?
       AND disabled_at IS NULL AND removed_at IS NULL RETURNING id`,
    to.tx,
    to.seq,
    endpointId,
    from.tx,
    from.seq,
  )
  if (!moved) return false
  for (const delivery of deliveries) {
    yield insertInto(
      'webhook_delivery',
      {
        id: delivery.id,
        endpoint_id: delivery.endpointId,
        event_id: delivery.eventId,
        event_seq: delivery.eventSeq,
        event_type: delivery.eventType,
        interaction_id: delivery.interactionId,
        body: delivery.body,
        status: delivery.status,
        tries: delivery.tries,
        next_try_at: delivery.nextTryAtMs,
        claimed_until: delivery.claimedUntilMs,
        last_status: delivery.lastStatus,
        last_error: delivery.lastError,
        created_at: delivery.createdAtMs,
        delivered_at: delivery.deliveredAtMs,
      },
      ' ON CONFLICT (endpoint_id, event_id) DO NOTHING',
    )
    if (delivery.eventType === 'interaction.created') continue
    // It must follow what was to be sent before it, which is worth another try now.
    yield* query(
      `UPDATE webhook_delivery SET next_try_at = ? WHERE endpoint_id = ? AND interaction_id = ? AND status = 'pending'
         AND event_seq < ? AND next_try_at > ?`,
      nowMs,
      endpointId,
      delivery.interactionId,
      delivery.eventSeq,
      nowMs,
    )
  }
  return true
}

const isDue = `d.status = 'pending' AND d.next_try_at <= ? AND (d.claimed_until IS NULL OR d.claimed_until < ?)
  AND NOT EXISTS (SELECT 1 FROM webhook_delivery b WHERE b.endpoint_id = d.endpoint_id
    AND b.interaction_id = d.interaction_id AND b.status = 'pending' AND b.event_seq < d.event_seq)`

/**
 * Takes deliveries of one endpoint that are due, for one worker alone until `untilMs`. An event waits for the events
 * of the same item before it until they are delivered or given up (K22).
 */
function* claim(endpointId: string, nowMs: number, untilMs: number, limit: number): Command<WebhookDelivery[]> {
  const rows = yield* query(
    `UPDATE webhook_delivery SET claimed_until = ?
     WHERE id IN (SELECT d.id FROM webhook_delivery d WHERE d.endpoint_id = ? AND ${isDue}
       ORDER BY d.next_try_at, d.event_seq LIMIT ?)
     AND status = 'pending' AND next_try_at <= ? AND (claimed_until IS NULL OR claimed_until < ?) RETURNING *`,
    untilMs,
    endpointId,
    nowMs,
    nowMs,
    limit,
    nowMs,
    nowMs,
  )
  return rows.map(toDelivery).sort((a, b) => a.eventSeq - b.eventSeq)
}

/** Lets somebody else have it: this worker did not get to it. */
function* release({ id, claimedUntilMs }: WebhookDelivery): Command<void> {
  yield* query(
    'UPDATE webhook_delivery SET claimed_until = NULL WHERE id = ? AND claimed_until = ?',
    id,
    claimedUntilMs,
  )
}

function* recordSuccess({ id, endpointId }: WebhookDelivery, status: number, nowMs: number): Command<void> {
  yield* query(
    `UPDATE webhook_delivery SET status = 'delivered', tries = tries + 1, next_try_at = NULL, claimed_until = NULL,
       last_status = ?, last_error = NULL, delivered_at = ? WHERE id = ? AND status = 'pending'`,
    status,
    nowMs,
    id,
  )
  yield* query(
    `UPDATE webhook_endpoint SET failing_since = NULL, paused_until = NULL
     WHERE id = ? AND (failing_since IS NOT NULL OR paused_until IS NOT NULL)`,
    endpointId,
  )
}

interface FailurePlan {
  delivery: WebhookDelivery
  status: number | null
  error: string
  /** Null gives it up. */
  nextTryAtMs: number | null
  /** The endpoint asked not to be called before. */
  pausedUntilMs: number | null
  isGone: boolean
  /** Failing since before then, it is disabled. */
  patienceSinceMs: number
  nowMs: number
  audit: (reason: DisabledReason) => AuditEntry
}

/** Records a failed try, unless the claim had run out. @returns why the endpoint was disabled by it, if it was */
function* recordFailure(plan: FailurePlan): Command<DisabledReason | null> {
  const { delivery, nowMs } = plan
  const failed = yield* queryOne(
    `UPDATE webhook_delivery SET status = ?, tries = tries + 1, next_try_at = ?, claimed_until = NULL, last_status = ?,
       last_error = ? WHERE id = ? AND status = 'pending' AND claimed_until = ? RETURNING id`,
    plan.nextTryAtMs === null ? 'failed' : 'pending',
    plan.nextTryAtMs,
    plan.status,
    plan.error,
    delivery.id,
    delivery.claimedUntilMs,
  )
  if (!failed) return null
  const endpoint = yield* queryOne(
    `UPDATE webhook_endpoint SET failing_since = COALESCE(failing_since, ?), paused_until = COALESCE(?, paused_until)
     WHERE id = ? AND removed_at IS NULL AND disabled_at IS NULL RETURNING failing_since`,
    nowMs,
    plan.pausedUntilMs,
    delivery.endpointId,
  )
  if (!endpoint) return null
  const reason = plan.isGone ? 'gone' : Number(endpoint.failing_since) <= plan.patienceSinceMs ? 'failing' : null
  if (reason !== null) {
    yield* query(
      'UPDATE webhook_endpoint SET disabled_at = ?, disabled_reason = ? WHERE id = ?',
      nowMs,
      reason,
      delivery.endpointId,
    )
    yield* appendAudit(deploymentChain, plan.audit(reason))
    return reason
  }
  if (plan.nextTryAtMs === null) yield* forgetFailures(delivery.endpointId)
  return null
}

/** When nothing is left to try, the next failure is the first of a new row of failures. */
function* forgetFailures(endpointId: string): Command<void> {
  yield* query(
    `UPDATE webhook_endpoint SET failing_since = NULL WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE endpoint_id = ? AND status = 'pending')`,
    endpointId,
    endpointId,
  )
}

interface PageFilter {
  after?: { createdAtMs: number; id: string } | undefined
  limit: number
}

async function listEndpoints(driver: Driver, filter: PageFilter & { mode: Mode }): Promise<WebhookEndpoint[]> {
  const rows = await driver.read(
    `SELECT * FROM webhook_endpoint WHERE mode = ? AND removed_at IS NULL
     ${filter.after ? 'AND (created_at, id) < (?, ?)' : ''} ORDER BY created_at DESC, id DESC LIMIT ?`,
    filter.mode,
    ...(filter.after ? [filter.after.createdAtMs, filter.after.id] : []),
    filter.limit,
  )
  return rows.map(toEndpoint)
}

async function findEndpoint(driver: Driver, id: string, mode: Mode): Promise<WebhookEndpoint | null> {
  const [row] = await driver.read(
    'SELECT * FROM webhook_endpoint WHERE id = ? AND mode = ? AND removed_at IS NULL',
    id,
    mode,
  )
  return row ? toEndpoint(row) : null
}

const isActive = 'e.removed_at IS NULL AND e.disabled_at IS NULL'

async function listActive(driver: Driver): Promise<WebhookEndpoint[]> {
  return (await driver.read(`SELECT * FROM webhook_endpoint e WHERE ${isActive}`)).map(toEndpoint)
}

/** The endpoints that may be called and have something to be sent. */
async function listDue(driver: Driver, nowMs: number): Promise<WebhookEndpoint[]> {
  const rows = await driver.read(
    `SELECT e.* FROM webhook_endpoint e WHERE ${isActive} AND (e.paused_until IS NULL OR e.paused_until <= ?)
       AND EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id AND ${isDue})`,
    nowMs,
    nowMs,
    nowMs,
  )
  return rows.map(toEndpoint)
}

async function listDeliveries(
  driver: Driver,
  filter: PageFilter & { endpointId: string; status?: DeliveryStatus | undefined },
): Promise<WebhookDelivery[]> {
  const where = ['endpoint_id = ?']
  const params: Param[] = [filter.endpointId]
  if (filter.status !== undefined) {
    where.push('status = ?')
    params.push(filter.status)
  }
  if (filter.after) {
    where.push('(created_at, id) < (?, ?)')
    params.push(filter.after.createdAtMs, filter.after.id)
  }
  const rows = await driver.read(
    `SELECT * FROM webhook_delivery WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...params,
    filter.limit,
  )
  return rows.map(toDelivery)
}

async function findDelivery(driver: Driver, id: string): Promise<WebhookDelivery | null> {
  const [row] = await driver.read('SELECT * FROM webhook_delivery WHERE id = ?', id)
  return row ? toDelivery(row) : null
}

/** Events of both modes after a position; none that a change still open could slip in front of. */
async function readOutbox(driver: Driver, after: Position, limit: number): Promise<OutboxEvent[]> {
  const rows = await driver.read(
    `SELECT id, tx, seq, mode, type, interaction_id, created_at FROM event
     WHERE (tx, seq) > (?, ?) AND tx < oldest_open_tx() ORDER BY tx, seq LIMIT ?`,
    after.tx,
    after.seq,
    limit,
  )
  return rows.map((row) => ({
    id: String(row.id),
    tx: Number(row.tx),
    seq: Number(row.seq),
    mode: row.mode as Mode,
    type: row.type as EventName,
    interactionId: String(row.interaction_id),
    createdAtMs: Number(row.created_at),
  }))
}

/** The position of the newest event, though a change still open may yet slip in front of it. */
async function findNewest(driver: Driver): Promise<Position | null> {
  const [row] = await driver.read('SELECT tx, seq FROM event ORDER BY tx DESC, seq DESC LIMIT 1')
  return row ? { tx: Number(row.tx), seq: Number(row.seq) } : null
}

async function findItems(driver: Driver, ids: string[]): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map()
  const rows = await driver.read(`SELECT * FROM interaction WHERE id IN (${ids.map(() => '?').join(', ')})`, ...ids)
  return new Map(rows.map(toItem).map((item) => [item.id, item]))
}

/** What the store does for webhooks. */
export function webhooksOf(driver: Driver) {
  const { command, reader } = bindTo(driver)
  return {
    createEndpoint: command(createEndpoint),
    removeEndpoint: command(removeEndpoint),
    rotateSecret: command(rotateSecret),
    enableEndpoint: command(enableEndpoint),
    resend: command(resend),
    fanOut: command(fanOut),
    claim: command(claim),
    release: command(release),
    recordSuccess: command(recordSuccess),
    recordFailure: command(recordFailure),
    listEndpoints: reader(listEndpoints),
    findEndpoint: reader(findEndpoint),
    listActive: reader(listActive),
    listDue: reader(listDue),
    listDeliveries: reader(listDeliveries),
    findDelivery: reader(findDelivery),
    readOutbox: reader(readOutbox),
    findNewest: reader(findNewest),
    findItems: reader(findItems),
  }
}
