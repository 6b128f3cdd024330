import type { Mode } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { type Command, type Driver, insertInto, query, queryOne, type SqlRow } from './sql'

export type Scope = 'ask' | 'runtime' | 'all'

/** An API key without its secret, of which only the SHA-256 is kept. Times are UTC milliseconds. */
export interface ApiKey {
  id: string
  last4: string
  name: string
  scope: Scope
  mode: Mode
  agent: string | null
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
}

const optionalMs = (value: unknown) => (value === null ? null : Number(value))

function toApiKey(row: SqlRow): ApiKey {
  return {
    id: row.id,
    last4: row.last4,
    name: row.name,
    scope: row.scope,
    mode: row.mode,
    agent: row.agent,
    createdAtMs: Number(row.created_at),
    expiresAtMs: optionalMs(row.expires_at),
    revokedAtMs: optionalMs(row.revoked_at),
    lastUsedAtMs: optionalMs(row.last_used_at),
  } as ApiKey
}

export function* createKey(key: ApiKey, sha256: string, audit: AuditEntry): Command<void> {
  yield insertInto('api_key', {
    id: key.id,
    sha256,
    last4: key.last4,
    name: key.name,
    scope: key.scope,
    mode: key.mode,
    agent: key.agent,
    created_at: key.createdAtMs,
    expires_at: key.expiresAtMs,
    revoked_at: key.revokedAtMs,
    last_used_at: key.lastUsedAtMs,
  })
  yield* appendAudit(deploymentChain, audit)
}

export function* touchKey(id: string, nowMs: number): Command<void> {
  yield* query('UPDATE api_key SET last_used_at = ? WHERE id = ?', nowMs, id)
}

export async function findKeyBySha256(driver: Driver, sha256: string): Promise<ApiKey | null> {
  const [row] = await driver.read('SELECT * FROM api_key WHERE sha256 = ?', sha256)
  return row ? toApiKey(row) : null
}

/** Whether the deployment has a usable key of that mode (D3). */
export async function hasKey(driver: Driver, mode: Mode, nowMs: number): Promise<boolean> {
  const rows = await driver.read(
    'SELECT 1 AS found FROM api_key WHERE mode = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) LIMIT 1',
    mode,
    nowMs,
  )
  return rows.length > 0
}

/** Ends a key at once. @returns the key, or null when there is none in that mode */
export function* revokeKey(id: string, mode: Mode, nowMs: number, audit: AuditEntry): Command<ApiKey | null> {
  const row = yield* queryOne(
    'UPDATE api_key SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? AND mode = ? RETURNING *',
    nowMs,
    id,
    mode,
  )
  if (!row) return null
  yield* appendAudit(deploymentChain, audit)
  return toApiKey(row)
}

export async function listKeys(
  driver: Driver,
  mode: Mode,
  after: { createdAtMs: number; id: string } | undefined,
  limit: number,
): Promise<ApiKey[]> {
  const rows = await driver.read(
    `SELECT * FROM api_key WHERE mode = ? ${after ? 'AND (created_at, id) < (?, ?)' : ''}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    mode,
    ...(after ? [after.createdAtMs, after.id] : []),
    limit,
  )
  return rows.map(toApiKey)
}
