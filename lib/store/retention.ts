import { type Command, type Param, query } from './sql'

export interface Retention {
  /** Rows of what ended before this are dropped, UTC milliseconds. */
  framesBeforeMs: number
  idempotencyBeforeMs: number
  eventsBeforeMs: number
  deliveriesBeforeMs: number
  noticesBeforeMs: number
  nowMs: number
}

const batch = 500

/** Deletes one batch of what is no longer kept. @returns whether there may be more */
export function* forget(retention: Retention): Command<boolean> {
  const { nowMs } = retention
  let isMore = false
  const drop = function* (table: string, key: string, where: string, ...params: Param[]): Command<void> {
    const rows = yield* query(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?) RETURNING 1 AS gone`,
      ...params,
      batch,
    )
    if (rows.length === batch) isMore = true
  }
  yield* drop('private_result', 'interaction_id', 'forget_at <= ?', nowMs)
  yield* drop(
    'frame',
    'interaction_id',
    `created_at <= ? AND interaction_id IN (SELECT id FROM interaction WHERE status <> 'pending' AND resolved_at <= ?)`,
    retention.framesBeforeMs,
    retention.framesBeforeMs,
  )
  yield* drop('event', 'seq', 'created_at <= ?', retention.eventsBeforeMs)
  yield* drop('webhook_delivery', 'id', `created_at <= ? AND status <> 'pending'`, retention.deliveriesBeforeMs)
  yield* drop('notice', 'id', `created_at <= ? AND status NOT IN ('pending', 'retracting')`, retention.noticesBeforeMs)
  yield* drop('connection', 'id', `status = 'pending' AND expires_at <= ?`, retention.idempotencyBeforeMs)
  // The message ids of A2A answers are kept as long as their task.
  yield* query(
    `DELETE FROM idempotency WHERE created_at <= ? AND credential NOT LIKE 'a2a:%'`,
    retention.idempotencyBeforeMs,
  )
  yield* query('DELETE FROM sign_in_link WHERE expires_at <= ?', nowMs)
  yield* query('DELETE FROM user_link WHERE expires_at <= ?', nowMs)
  yield* query('DELETE FROM slack_code WHERE expires_at <= ?', nowMs)
  yield* query('DELETE FROM sign_in_failure WHERE window_start <= ?', retention.idempotencyBeforeMs)
  yield* query('DELETE FROM session WHERE expires_at <= ?', retention.eventsBeforeMs)
  return isMore
}
