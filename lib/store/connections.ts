import type { Item, Mode } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { type EndPlan, end, holdUser } from './items'
import { type Command, type Driver, insertInto, query, queryOne, type SqlRow } from './sql'

type ConnectionStatus = 'pending' | 'active' | 'removed'

/** A flow under way at a provider, and whose it is: it counts for that person in that sign-in alone (K34). */
export interface ConnectionFlow {
  state_sha256: string
  person_id: string
  session_id: string
  /** What the connector needs to finish it. */
  sealed: string
}

/** An app of a user, connected or about to be. Apps compare in lower case (K33). Times are UTC milliseconds. */
export interface Connection {
  id: string
  mode: Mode
  userId: string
  app: string
  status: ConnectionStatus
  returnUrl: string | null
  flow: ConnectionFlow | null
  tokensSealed: string | null
  createdAtMs: number
  expiresAtMs: number | null
  activeAtMs: number | null
}

function toConnection(row: SqlRow): Connection {
  const optionalMs = (value: unknown) => (value === null ? null : Number(value))
  return {
    id: row.id,
    mode: row.mode,
    userId: row.user_id,
    app: row.app,
    status: row.status,
    returnUrl: row.return_url,
    flow: typeof row.flow_json === 'string' ? JSON.parse(row.flow_json) : null,
    tokensSealed: row.tokens_sealed,
    createdAtMs: Number(row.created_at),
    expiresAtMs: optionalMs(row.expires_at),
    activeAtMs: optionalMs(row.active_at),
  } as Connection
}

export interface SettlePlan {
  audit: AuditEntry
  /** How each item that waits for this app is settled. */
  endItem: (item: { id: string }) => EndPlan
}

function insertion(connection: Connection, tokenSha256: string | null) {
  return insertInto('connection', {
    id: connection.id,
    mode: connection.mode,
    user_id: connection.userId,
    app: connection.app,
    status: connection.status,
    token_sha256: tokenSha256,
    return_url: connection.returnUrl,
    flow_json: connection.flow && JSON.stringify(connection.flow),
    tokens_sealed: connection.tokensSealed,
    created_at: connection.createdAtMs,
    expires_at: connection.expiresAtMs,
    active_at: connection.activeAtMs,
  })
}

/** Adds a connection that somebody has yet to make. */
export function* createConnection(connection: Connection, tokenSha256: string, audit: AuditEntry): Command<void> {
  yield insertion(connection, tokenSha256)
  yield* appendAudit(deploymentChain, audit)
}

/** Adds one that is active already, and settles all that waited for it (K32, K33). @returns the settled items */
export function* createActiveConnection(connection: Connection, plan: SettlePlan): Command<Item[]> {
  yield insertion(connection, null)
  yield* appendAudit(deploymentChain, plan.audit)
  return yield* settleWaiting(connection, plan)
}

/**
 * Turns a pending connection active and settles all of that user's items for the app, in one change (K33, T9).
 * @returns the settled items, or null when it is not pending any more
 */
export function* activateConnection(
  id: string,
  tokensSealed: string | null,
  nowMs: number,
  plan: SettlePlan,
): Command<Item[] | null> {
  const row = yield* queryOne(
    `UPDATE connection SET status = 'active', active_at = ?, tokens_sealed = ?, flow_json = NULL, token_sha256 = NULL, expires_at = NULL
     WHERE id = ? AND status = 'pending' AND expires_at > ? RETURNING *`,
    nowMs,
    tokensSealed,
    id,
    nowMs,
  )
  if (!row) return null
  yield* appendAudit(deploymentChain, plan.audit)
  return yield* settleWaiting(toConnection(row), plan)
}

function* settleWaiting({ mode, userId, app, createdAtMs }: Connection, plan: SettlePlan): Command<Item[]> {
  yield* holdUser(mode, userId, createdAtMs)
  const waiting = yield* query(
    `SELECT id FROM interaction WHERE mode = ? AND user_id = ? AND app = ? AND status = 'pending' ORDER BY id`,
    mode,
    userId,
    app,
  )
  const settled: Item[] = []
  for (const row of waiting) {
    const ended = yield* end(plan.endItem({ id: String(row.id) }))
    if (ended.result === 'ended') settled.push(ended.item)
  }
  return settled
}

/**
 * Binds a flow to a pending connection, once for each press of the button; the one before is dead.
 * @returns whether it is still pending
 */
export function* startFlow(id: string, flow: ConnectionFlow, nowMs: number, audit: AuditEntry): Command<boolean> {
  const row = yield* queryOne(
    `UPDATE connection SET flow_json = ? WHERE id = ? AND status = 'pending' AND expires_at > ? RETURNING id`,
    JSON.stringify(flow),
    id,
    nowMs,
  )
  if (!row) return false
  yield* appendAudit(deploymentChain, audit)
  return true
}

/** Uses a flow up. @returns whether this caller was the first, and in time */
export function* takeFlow(id: string, flow: ConnectionFlow, nowMs: number): Command<boolean> {
  const row = yield* queryOne(
    `UPDATE connection SET flow_json = NULL
     WHERE id = ? AND status = 'pending' AND expires_at > ? AND flow_json = ? RETURNING id`,
    id,
    nowMs,
    JSON.stringify(flow),
  )
  return row !== undefined
}

/** Takes a connection away. @returns whether there was one in that mode */
export function* removeConnection(id: string, mode: Mode, audit: AuditEntry): Command<boolean> {
  const row = yield* queryOne(
    `UPDATE connection SET status = 'removed', tokens_sealed = NULL, flow_json = NULL WHERE id = ? AND mode = ? AND status <> 'removed' RETURNING id`,
    id,
    mode,
  )
  if (!row) return false
  yield* appendAudit(deploymentChain, audit)
  return true
}

export async function readConnection(driver: Driver, id: string): Promise<Connection | null> {
  const [row] = await driver.read('SELECT * FROM connection WHERE id = ?', id)
  return row ? toConnection(row) : null
}

export async function findConnectionByToken(driver: Driver, tokenSha256: string): Promise<Connection | null> {
  const [row] = await driver.read('SELECT * FROM connection WHERE token_sha256 = ?', tokenSha256)
  return row ? toConnection(row) : null
}

export async function listConnections(
  driver: Driver,
  filter: {
    mode: Mode
    userIds?: readonly string[] | undefined
    app?: string | undefined
    after?: { createdAtMs: number; id: string } | undefined
    limit: number
  },
): Promise<Connection[]> {
  if (filter.userIds?.length === 0) return []
  const userIds = filter.userIds ?? []
  const rows = await driver.read(
    `SELECT * FROM connection WHERE mode = ? AND status <> 'removed'
     ${filter.userIds ? `AND user_id IN (${userIds.map(() => '?').join(', ')})` : ''}
     ${filter.app === undefined ? '' : 'AND app = ?'}
     ${filter.after ? 'AND (created_at, id) < (?, ?)' : ''}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    filter.mode,
    ...userIds,
    ...(filter.app === undefined ? [] : [filter.app]),
    ...(filter.after ? [filter.after.createdAtMs, filter.after.id] : []),
    filter.limit,
  )
  return rows.map(toConnection)
}
