import type { Mode } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { type Command, type Driver, insertInto, query, queryOne, type SqlRow } from './sql'

/** An agent behind us, registered by its manifest. Times are UTC milliseconds. */
export interface Agent {
  id: string
  mode: Mode
  name: string
  description: string
  /** Whether it may ask for apps to be connected with `request_connection`. */
  connections: boolean
  keyId: string
  createdAtMs: number
}

function toAgent(row: SqlRow): Agent {
  return {
    id: String(row.id),
    mode: row.mode as Mode,
    name: String(row.name),
    description: String(row.description),
    connections: Boolean(row.connections),
    keyId: String(row.key_id),
    createdAtMs: Number(row.created_at),
  }
}

/** Adds an agent, or takes over the one of that name. */
export function* saveAgent(agent: Agent, audit: AuditEntry): Command<void> {
  yield insertInto(
    'agent',
    {
      id: agent.id,
      mode: agent.mode,
      name: agent.name,
      description: agent.description,
      connections: agent.connections,
      key_id: agent.keyId,
      created_at: agent.createdAtMs,
    },
    ` ON CONFLICT (mode, name) DO UPDATE SET description = excluded.description, connections = excluded.connections,
        key_id = excluded.key_id`,
  )
  yield* appendAudit(deploymentChain, audit)
}

export async function listAgents(driver: Driver, mode: Mode): Promise<Agent[]> {
  return (await driver.read('SELECT * FROM agent WHERE mode = ? ORDER BY name', mode)).map(toAgent)
}

export async function findAgent(driver: Driver, mode: Mode, name: string): Promise<Agent | null> {
  const [row] = await driver.read('SELECT * FROM agent WHERE mode = ? AND name = ?', mode, name)
  return row ? toAgent(row) : null
}

/** An A2A agent elsewhere. */
export interface RemoteAgent {
  id: string
  mode: Mode
  name: string
  cardUrl: string
  binding: 'JSONRPC' | 'HTTP+JSON'
  url: string
  credentialSealed: string | null
  /** Whose items its interactions become; null is the company itself. */
  userId: string | null
  lastSeenAtMs: number | null
  lastError: string | null
  /** Since when nothing is sent to it and nothing new is shown of it; null while it is not paused. */
  pausedAtMs: number | null
  createdAtMs: number
}

const optionalMs = (value: unknown) => (value === null ? null : Number(value))

function toRemoteAgent(row: SqlRow): RemoteAgent {
  return {
    id: row.id,
    mode: row.mode,
    name: row.name,
    cardUrl: row.card_url,
    binding: row.binding,
    url: row.url,
    credentialSealed: row.credential_sealed,
    userId: row.user_id,
    lastSeenAtMs: optionalMs(row.last_seen_at),
    lastError: row.last_error,
    pausedAtMs: optionalMs(row.paused_at),
    createdAtMs: Number(row.created_at),
  } as RemoteAgent
}

export function* createRemoteAgent(agent: RemoteAgent, audit: AuditEntry): Command<void> {
  yield insertInto('remote_agent', {
    id: agent.id,
    mode: agent.mode,
    name: agent.name,
    card_url: agent.cardUrl,
    binding: agent.binding,
    url: agent.url,
    credential_sealed: agent.credentialSealed,
    user_id: agent.userId,
    last_seen_at: agent.lastSeenAtMs,
    last_error: agent.lastError,
    created_at: agent.createdAtMs,
    removed_at: null,
    paused_at: agent.pausedAtMs,
    claimed_by: null,
    claimed_until: null,
  })
  yield* appendAudit(deploymentChain, audit)
}

/** Takes a remote agent away with its credential. @returns whether there was one */
export function* removeRemoteAgent(id: string, mode: Mode, nowMs: number, audit: AuditEntry): Command<boolean> {
  const [row] = yield* query(
    `UPDATE remote_agent SET removed_at = ?, credential_sealed = NULL
     WHERE id = ? AND mode = ? AND removed_at IS NULL RETURNING id`,
    nowMs,
    id,
    mode,
  )
  if (!row) return false
  yield* appendAudit(deploymentChain, audit)
  return true
}

/**
 * Pauses a remote agent, or lets it go on; a round under way ends when its claim is renewed, seconds later.
 * @returns whether there is one
 */
export function* pauseRemoteAgent(
  id: string,
  mode: Mode,
  pausedAtMs: number | null,
  audit: AuditEntry,
): Command<boolean> {
  const row = yield* queryOne(
    'SELECT paused_at FROM remote_agent WHERE id = ? AND mode = ? AND removed_at IS NULL',
    id,
    mode,
  )
  if (!row) return false
  if ((row.paused_at === null) === (pausedAtMs === null)) return true
  yield* query('UPDATE remote_agent SET paused_at = ? WHERE id = ?', pausedAtMs, id)
  yield* appendAudit(deploymentChain, audit)
  return true
}

/**
 * Takes a remote agent for an instance, or keeps it there, so that no other one speaks to it meanwhile.
 * @returns whether it is that instance's for `leaseMs` from now
 */
export function* claimRemoteAgent(id: string, instance: string, leaseMs: number): Command<boolean> {
  const rows = yield* query(
    `UPDATE remote_agent SET claimed_by = ?, claimed_until = clock_ms() + ?
     WHERE id = ? AND removed_at IS NULL AND paused_at IS NULL
       AND (claimed_by = ? OR claimed_until IS NULL OR claimed_until <= clock_ms()) RETURNING id`,
    instance,
    leaseMs,
    id,
    instance,
  )
  return rows.length > 0
}

/** Lets go of all remote agents that an instance has taken. */
export function* releaseRemoteAgents(instance: string): Command<void> {
  yield* query('UPDATE remote_agent SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = ?', instance)
}

export function* recordRemoteSeen(id: string, seenAtMs: number | null, error: string | null): Command<void> {
  yield* query(
    'UPDATE remote_agent SET last_seen_at = COALESCE(?, last_seen_at), last_error = ? WHERE id = ?',
    seenAtMs,
    error,
    id,
  )
}

export async function listRemoteAgents(driver: Driver, mode?: Mode): Promise<RemoteAgent[]> {
  const rows = await driver.read(
    `SELECT * FROM remote_agent WHERE removed_at IS NULL ${mode ? 'AND mode = ?' : ''} ORDER BY created_at, id`,
    ...(mode ? [mode] : []),
  )
  return rows.map(toRemoteAgent)
}

/** One thing that a remote task waits on. */
export interface RemoteItem {
  /** Our own item. */
  interactionId: string
  agentId: string
  taskId: string
  contextId: string
  /** The remote agent's id of it; null where it does not speak the extension. */
  remoteInteraction: string | null
  /** Tells one wait of the task from another; null in rows of before there was such a key. */
  waitKey: string | null
  kind: string
  /** `open` waits on both sides; `sent` was answered there by us; `closed` ended there without us; `failed` gave up. */
  state: 'open' | 'sent' | 'closed' | 'failed'
  tries: number
  createdAtMs: number
}

function toRemoteItem(row: SqlRow): RemoteItem {
  return {
    interactionId: row.interaction_id,
    agentId: row.agent_id,
    taskId: row.task_id,
    contextId: row.context_id,
    remoteInteraction: row.remote_interaction,
    waitKey: row.wait_key,
    kind: row.kind,
    state: row.state,
    tries: Number(row.tries),
    createdAtMs: Number(row.created_at),
  } as RemoteItem
}

export function* saveRemoteItem(item: RemoteItem): Command<void> {
  yield insertInto(
    'remote_item',
    {
      interaction_id: item.interactionId,
      agent_id: item.agentId,
      task_id: item.taskId,
      context_id: item.contextId,
      remote_interaction: item.remoteInteraction,
      kind: item.kind,
      state: item.state,
      tries: item.tries,
      next_try_at: null,
      last_error: null,
      created_at: item.createdAtMs,
      wait_key: item.waitKey,
    },
    ' ON CONFLICT DO NOTHING',
  )
}

export function* recordRemoteItem(
  interactionId: string,
  change: { state: RemoteItem['state']; tries: number; nextTryAtMs: number | null; error: string | null },
): Command<void> {
  yield* query(
    'UPDATE remote_item SET state = ?, tries = ?, next_try_at = ?, last_error = ? WHERE interaction_id = ?',
    change.state,
    change.tries,
    change.nextTryAtMs,
    change.error,
    interactionId,
  )
}

/** What is open on both sides, as far as we know. */
export async function listOpenRemoteItems(driver: Driver, agentId: string): Promise<RemoteItem[]> {
  const rows = await driver.read(
    `SELECT * FROM remote_item WHERE agent_id = ? AND state = 'open' ORDER BY created_at, interaction_id`,
    agentId,
  )
  return rows.map(toRemoteItem)
}

/** What was answered here and has not reached the remote agent yet. */
export async function listRemoteAnswers(driver: Driver, agentId: string, nowMs: number): Promise<RemoteItem[]> {
  const rows = await driver.read(
    `SELECT r.* FROM remote_item r JOIN interaction i ON i.id = r.interaction_id
     WHERE r.agent_id = ? AND r.state = 'open' AND i.status <> 'pending' AND (r.next_try_at IS NULL OR r.next_try_at <= ?)
     ORDER BY i.resolved_at`,
    agentId,
    nowMs,
  )
  return rows.map(toRemoteItem)
}
