import type { Item, Mode } from '@/lib/interactions/item'
import { toItem } from './item-rows'
import type { EventName } from './items'
import { type Command, type Driver, type Param, queryOne, type Statement, statement } from './sql'

/** Where a reader stands: events before it in the order of (tx, seq) were seen. */
export interface Position {
  tx: number
  seq: number
}

export interface StoredEvent extends Position {
  id: string
  type: EventName
  createdAtMs: number
  /** The item as it is now; `createdAtMs` and `type` say what it was then. */
  item: Item
}

export interface EventFilter {
  mode: Mode
  interactionId?: string | undefined
  userIds?: readonly string[] | undefined
  asker?: string | undefined
}

export const beginning: Position = { tx: -1, seq: -1 }

function conditionsOf(filter: EventFilter) {
  const where = ['e.mode = ?', 'e.tx < oldest_open_tx()']
  const params: Param[] = [filter.mode]
  if (filter.interactionId !== undefined) {
    where.push('e.interaction_id = ?')
    params.push(filter.interactionId)
  }
  if (filter.userIds) {
    // An empty list sees nothing, and `IN ()` is no SQL.
    where.push(filter.userIds.length === 0 ? '1 = 0' : `e.user_id IN (${filter.userIds.map(() => '?').join(', ')})`)
    params.push(...filter.userIds)
  }
  if (filter.asker !== undefined) {
    where.push('e.asker = ?')
    params.push(filter.asker)
  }
  return { where, params }
}

/** Events after a position, oldest first; none that a change still open could slip in front of. */
export async function readEvents(
  driver: Driver,
  filter: EventFilter,
  after: Position,
  limit: number,
): Promise<StoredEvent[]> {
  const { where, params } = conditionsOf(filter)
  const rows = await driver.read(
    `SELECT i.*, e.id AS event_id, e.tx AS event_tx, e.seq AS event_seq, e.type AS event_type, e.created_at AS event_at
     FROM event e JOIN interaction i ON i.id = e.interaction_id
     WHERE ${where.join(' AND ')} AND (e.tx, e.seq) > (?, ?) ORDER BY e.tx, e.seq LIMIT ?`,
    ...params,
    after.tx,
    after.seq,
    limit,
  )
  return rows.map((row) => ({
    id: String(row.event_id),
    type: row.event_type as EventName,
    tx: Number(row.event_tx),
    seq: Number(row.event_seq),
    createdAtMs: Number(row.event_at),
    item: toItem(row),
  }))
}

/** The position of an event by its id, or null when it is not kept or not of that mode. */
export async function findPosition(driver: Driver, id: string, mode: Mode): Promise<Position | null> {
  const [row] = await driver.read('SELECT tx, seq FROM event WHERE id = ? AND mode = ?', id, mode)
  return row ? { tx: Number(row.tx), seq: Number(row.seq) } : null
}

/** The position after all that has certainly happened. */
export async function readEnd(driver: Driver): Promise<Position> {
  const [row] = await driver.read(
    'SELECT tx, seq FROM event WHERE tx < oldest_open_tx() ORDER BY tx DESC, seq DESC LIMIT 1',
  )
  return row ? { tx: Number(row.tx), seq: Number(row.seq) } : beginning
}

/** Those who follow the events, each with the position up to which they have. */
const followers = ['webhook_endpoint', 'push_config', 'notice_feed']

/**
 * Lets all events lie before any transaction of this database, told apart by `seq` alone, as their numbers are another
 * database's. What a follower has not had yet it will get, some of it maybe again.
 */
export function renumberEvents(): Statement[] {
  const positions = followers.map((table) =>
    statement(
      `UPDATE ${table} SET after_tx = 0, after_seq = COALESCE(
         (SELECT MIN(e.seq) - 1 FROM event e WHERE (e.tx, e.seq) > (${table}.after_tx, ${table}.after_seq)),
         (SELECT MAX(e.seq) FROM event e), 0)`,
    ),
  )
  return [...positions, statement('UPDATE event SET tx = 0 WHERE tx <> 0')]
}

/** A database restored elsewhere numbers its transactions anew: what it brought along comes first. */
export function* adoptEvents(): Command<void> {
  // One statement: what it sees was committed before its own transaction has a number, and so has a lower one.
  const foreign = yield* queryOne(
    `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM event WHERE tx > current_tx())
     ${followers.map((table) => `OR EXISTS (SELECT 1 FROM ${table} WHERE after_tx > current_tx())`).join(' ')}`,
  )
  if (foreign) yield renumberEvents()
}
