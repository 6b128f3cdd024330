import { type Command, insertInto, queryOne, RunAgain, statement } from './sql'

/** A caller's own key for one change (contract C12). */
export interface Idempotency {
  /** Whose key it is, across routes. */
  credential: string
  key: string
  /** Over method, path and canonical body: the same request again has the same. */
  fingerprint: string
  /** Keys made before this moment are forgotten. */
  sinceMs: number
}

/** A reply that was sent once and is sent again for the same key. */
export interface Kept {
  status: number
  body: string
}

export type Recalled = { result: 'replayed'; kept: Kept } | { result: 'key_reused' }

/** What an earlier request with this key got, or null when the key is new. */
export function* recall(idempotency: Idempotency | null): Command<Recalled | null> {
  if (!idempotency) return null
  const row = yield* queryOne(
    'SELECT fingerprint, status, body FROM idempotency WHERE credential = ? AND key = ? AND created_at > ?',
    idempotency.credential,
    idempotency.key,
    idempotency.sinceMs,
  )
  if (!row) return null
  return row.fingerprint === idempotency.fingerprint
    ? { result: 'replayed', kept: { status: Number(row.status), body: String(row.body) } }
    : { result: 'key_reused' }
}

/** Keeps the reply in the same transaction as the change. A parallel request with the key makes this one run again. */
export function* keepReply(idempotency: Idempotency | null, kept: Kept, nowMs: number): Command<void> {
  if (!idempotency) return
  const { credential, key, fingerprint, sinceMs } = idempotency
  yield [
    statement('DELETE FROM idempotency WHERE credential = ? AND key = ? AND created_at <= ?', credential, key, sinceMs),
  ]
  const inserted = yield insertInto(
    'idempotency',
    { credential, key, fingerprint, ...kept, created_at: nowMs },
    ' ON CONFLICT DO NOTHING RETURNING key',
  )
  if (inserted.length === 0) throw new RunAgain('another request took the key')
}
