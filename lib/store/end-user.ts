import type { Item } from '@/lib/interactions/item'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { type EndPlan, end } from './items'
import { type Command, query } from './sql'

export interface EndUserPlan {
  userId: string
  nowMs: number
  /** How each item that still waits for the user is withdrawn. */
  endItem: (item: { id: string }) => EndPlan
  audit: (withdrawn: number) => AuditEntry
}

/**
 * Ends a user in both worlds: what waits is withdrawn, tokens end, and who answered for them no longer does. What was
 * decided stays on record, and the names in it stay known: servers that run beside this rely on that.
 * @returns what was withdrawn, or null when nobody has asked anything for such a user
 */
export function* endUser({ userId, nowMs, endItem, audit }: EndUserPlan): Command<Item[] | null> {
  const known = yield* query('DELETE FROM end_user WHERE user_id = ? RETURNING mode', userId)
  const linked = yield* query('DELETE FROM person_user WHERE user_id = ? RETURNING person_id', userId)
  if (known.length === 0 && linked.length === 0) return null
  const waiting = yield* query(
    `SELECT id FROM interaction WHERE mode IN ('live', 'test') AND user_id = ? AND status = 'pending' ORDER BY id`,
    userId,
  )
  const withdrawn: Item[] = []
  for (const { id } of waiting) {
    const ended = yield* end(endItem({ id: String(id) }))
    if (ended.result === 'ended') withdrawn.push(ended.item)
  }
  yield* query('UPDATE session SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL', nowMs, userId)
  for (const table of ['user_link', 'connection']) {
    yield* query(`DELETE FROM ${table} WHERE user_id = ?`, userId)
  }
  yield* appendAudit(deploymentChain, audit(withdrawn.length))
  return withdrawn
}
