import type { Position } from './events'
import { type Command, type Driver, insertInto, query, queryOne, type SqlRow } from './sql'

/** Where an A2A client wants to hear of a task. Times are UTC milliseconds. */
export interface PushConfig {
  taskId: string
  /** The credential that made it. */
  owner: string
  id: string
  url: string
  authSealed: string | null
  /** Whether the extension was active when it was made. */
  isActivated: boolean
  /** Events up to here were sent. */
  after: Position
  tries: number
  createdAtMs: number
}

function toConfig(row: SqlRow): PushConfig {
  return {
    taskId: String(row.task_id),
    owner: String(row.owner),
    id: String(row.id),
    url: String(row.url),
    authSealed: row.auth_sealed as string | null,
    isActivated: Boolean(row.is_activated),
    after: { tx: Number(row.after_tx), seq: Number(row.after_seq) },
    tries: Number(row.tries),
    createdAtMs: Number(row.created_at),
  }
}

/** Adds a receiver, or changes the one of that id. It hears what happens after its position. */
export function* savePushConfig(config: PushConfig): Command<void> {
  yield insertInto(
    'push_config',
    {
      task_id: config.taskId,
      owner: config.owner,
      id: config.id,
      url: config.url,
      auth_sealed: config.authSealed,
      is_activated: config.isActivated,
      after_tx: config.after.tx,
      after_seq: config.after.seq,
      tries: 0,
      next_try_at: null,
      claimed_until: null,
      created_at: config.createdAtMs,
    },
    ` ON CONFLICT (task_id, owner, id) DO UPDATE SET url = excluded.url, auth_sealed = excluded.auth_sealed,
        is_activated = excluded.is_activated, tries = 0, next_try_at = NULL`,
  )
}

export function* removePushConfig(taskId: string, owner: string, id: string): Command<void> {
  yield* query('DELETE FROM push_config WHERE task_id = ? AND owner = ? AND id = ?', taskId, owner, id)
}

export async function listPushConfigs(
  driver: Driver,
  taskId: string,
  owner: string,
  page: { afterId: string; limit: number },
): Promise<PushConfig[]> {
  const rows = await driver.read(
    'SELECT * FROM push_config WHERE task_id = ? AND owner = ? AND id > ? ORDER BY id LIMIT ?',
    taskId,
    owner,
    page.afterId,
    page.limit,
  )
  return rows.map(toConfig)
}

export async function findPushConfig(
  driver: Driver,
  taskId: string,
  owner: string,
  id: string,
): Promise<PushConfig | null> {
  const [row] = await driver.read(
    'SELECT * FROM push_config WHERE task_id = ? AND owner = ? AND id = ?',
    taskId,
    owner,
    id,
  )
  return row ? toConfig(row) : null
}

/** Receivers that something happened for, whose next try is due, that nobody serves, and whose credential still counts. */
export async function listDuePushConfigs(driver: Driver, nowMs: number, limit: number): Promise<PushConfig[]> {
  const rows = await driver.read(
    `SELECT p.* FROM push_config p
     WHERE (p.next_try_at IS NULL OR p.next_try_at <= ?) AND (p.claimed_until IS NULL OR p.claimed_until <= ?)
       AND (p.owner NOT LIKE 'key:%' OR EXISTS (SELECT 1 FROM api_key k WHERE 'key:' || k.id = p.owner
              AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)))
       AND (p.owner NOT LIKE 'session:%' OR EXISTS (SELECT 1 FROM session s WHERE 'session:' || s.id = p.owner
              AND s.ended_at IS NULL AND s.expires_at > ?))
       AND EXISTS (SELECT 1 FROM event e
                   WHERE e.task_id = p.task_id AND e.tx < oldest_open_tx() AND (e.tx, e.seq) > (p.after_tx, p.after_seq))
     LIMIT ?`,
    nowMs,
    nowMs,
    nowMs,
    nowMs,
    limit,
  )
  return rows.map(toConfig)
}

/** Takes a receiver for a while, so that no other instance sends to it. @returns it as it stands, or null when it is taken */
export function* claimPushConfig(config: PushConfig, nowMs: number, untilMs: number): Command<PushConfig | null> {
  const row = yield* queryOne(
    `UPDATE push_config SET claimed_until = ? WHERE task_id = ? AND owner = ? AND id = ?
       AND (claimed_until IS NULL OR claimed_until <= ?) RETURNING *`,
    untilMs,
    config.taskId,
    config.owner,
    config.id,
    nowMs,
  )
  return row ? toConfig(row) : null
}

/** Notes how far a receiver has been served, and when to try the rest. */
export function* recordPush(
  config: PushConfig,
  progress: { after: Position; tries: number; nextTryAtMs: number | null },
): Command<void> {
  yield* query(
    `UPDATE push_config SET after_tx = ?, after_seq = ?, tries = ?, next_try_at = ?, claimed_until = NULL
     WHERE task_id = ? AND owner = ? AND id = ?`,
    progress.after.tx,
    progress.after.seq,
    progress.tries,
    progress.nextTryAtMs,
    config.taskId,
    config.owner,
    config.id,
  )
}
