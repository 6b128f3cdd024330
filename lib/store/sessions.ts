import type { Type } from '@/lib/interactions/interaction'
import type { Mode } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { type Command, type Driver, insertInto, queryOne, type SqlRow } from './sql'

/** A token's reach: one user's items, maybe only some (K29). Times are UTC milliseconds. */
export interface Session {
  id: string
  mode: Mode
  userId: string
  interactions: string[] | null
  allow: Type[] | null
  allowedOrigins: string[] | null
  keyId: string | null
  createdAtMs: number
  expiresAtMs: number
  endedAtMs: number | null
}

const fromJson = <T>(text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as T) : null)
const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

function toSession(row: SqlRow): Session {
  return {
    id: String(row.id),
    mode: row.mode as Mode,
    userId: String(row.user_id),
    interactions: fromJson(row.interactions_json),
    allow: fromJson(row.allow_json),
    allowedOrigins: fromJson(row.allowed_origins_json),
    keyId: row.key_id as string | null,
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
    endedAtMs: row.ended_at === null ? null : Number(row.ended_at),
  }
}

export function* createSession(session: Session, sha256: string, audit: AuditEntry): Command<void> {
  yield insertInto('session', {
    id: session.id,
    sha256,
    mode: session.mode,
    user_id: session.userId,
    interactions_json: toJson(session.interactions),
    allow_json: toJson(session.allow),
    allowed_origins_json: toJson(session.allowedOrigins),
    key_id: session.keyId,
    created_at: session.createdAtMs,
    expires_at: session.expiresAtMs,
    ended_at: session.endedAtMs,
    last_used_at: null,
  })
  yield* appendAudit(deploymentChain, audit)
}

/** Ends a session at once. @returns whether it was there in that mode */
export function* endSession(id: string, mode: Mode, nowMs: number, audit: AuditEntry): Command<boolean> {
  const row = yield* queryOne(
    'UPDATE session SET ended_at = COALESCE(ended_at, ?) WHERE id = ? AND mode = ? RETURNING id',
    nowMs,
    id,
    mode,
  )
  if (!row) return false
  yield* appendAudit(deploymentChain, audit)
  return true
}

/** Holds the session's row until the running change commits. @returns whether the session still counts */
export function* holdSession(id: string): Command<boolean> {
  const row = yield* queryOne(
    'UPDATE session SET last_used_at = clock_ms() WHERE id = ? AND ended_at IS NULL AND expires_at > clock_ms() RETURNING id',
    id,
  )
  return row !== undefined
}

export async function findSessionBySha256(driver: Driver, sha256: string): Promise<Session | null> {
  const [row] = await driver.read('SELECT * FROM session WHERE sha256 = ?', sha256)
  return row ? toSession(row) : null
}
