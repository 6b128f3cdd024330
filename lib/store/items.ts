import type { Kind, Type } from '@/lib/interactions/interaction'
import type { Item, Mode, PrivateResult } from '@/lib/interactions/item'
import { type Status, statusOf } from '@/lib/interactions/status'
import { type AuditEntry, appendAudit, beginAudit, followHead, holdHead } from './audit'
import { type Idempotency, type Kept, keepReply, recall } from './idempotency'
import { type Ending, toEndColumns, toItem, toItemRow } from './item-rows'
import { approveNames, type RememberedNames, rememberNames } from './known-names'
import { mostAtOnce, type PendingGauge } from './pending-gauge'
import { holdSession } from './sessions'
import {
  type Command,
  type Driver,
  insertInto,
  type Param,
  query,
  queryOne,
  queryTogether,
  RunAgain,
  type SqlRow,
  type Statement,
  statement,
} from './sql'
import { type NewEntry, recordEntry, unclaimed } from './task-log'

/** Names the event that a status makes (K22). */
export type EventName = `interaction.${'created' | 'resolved' | 'cancelled' | 'expired'}`

export interface OpenPlan {
  item: Item
  /** A task to open for the item, when none was named (K13). */
  newTaskId: string | null
  /** The askers whose tasks and conversations may be named; null is all. */
  onlyAsker: string | null
  frame: { jpeg: Uint8Array; sha256: string } | null
  /** What an item becomes whose app is connected already. */
  bornConnected: (connectionId: string) => Partial<Item>
  limits: { pendingPerUser: number; pendingTotal: number }
  newEventId: () => string
  audit: (action: string, item: Item) => AuditEntry
  idempotency: Idempotency | null
  reply: (item: Item) => Kept
}

export type Opened =
  | { result: 'opened'; item: Item }
  | { result: 'existing'; item: Item }
  | { result: 'replayed'; kept: Kept }
  | { result: 'key_reused' }
  | { result: 'external_id_conflict'; item: Item }
  | { result: 'unfit_task' | 'unfit_conversation'; why: string }
  | { result: 'too_many_pending'; limit: number; per: 'user' | 'deployment' }

export interface EndPlan {
  id: string
  /** The end user's session that answers, which must still hold when the change commits. */
  sessionId: string | null
  privateResult: (PrivateResult & { forgetAtMs: number }) | null
  ending: Ending & { decision: NonNullable<Ending['decision']> }
  newEventId: () => string
  audit: (item: Item) => AuditEntry
  idempotency: Idempotency | null
  reply: (item: Item) => Kept
  /** What was said with the answer, kept in the task it belongs to. */
  entry?: NewEntry | null
}

export type Ended =
  | { result: 'ended'; item: Item }
  | { result: 'replayed'; kept: Kept }
  | { result: 'key_reused' }
  | { result: 'session_ended' }
  /** Somebody or the clock was faster. */
  | { result: 'lost'; item: Item | null }

export interface ListFilter {
  mode: Mode
  status: Status
  userId?: string | undefined
  conversationId?: string | undefined
  taskId?: string | undefined
  type?: Type | undefined
  kind?: Kind | undefined
  /** Opened after this moment, itself not included. */
  createdAfterMs?: number | undefined
  createdBeforeMs?: number | undefined
  /** Only these users' items; a signed-in person's reach. */
  userIds?: string[] | undefined
  withoutTypes?: Type[] | undefined
  after?: { createdAtMs: number; id: string } | undefined
  limit: number
}

const isPending = `status = 'pending' AND (expires_at IS NULL OR expires_at > clock_ms())`
const overdueBatch = 200

export function* open(plan: OpenPlan, gauge: PendingGauge, remembered: RememberedNames): Command<Opened> {
  const recalled = yield* recall(plan.idempotency)
  if (recalled) return recalled
  const known = yield* findByExternalId(plan.item)
  if (known) {
    return known.contentHmac === plan.item.contentHmac
      ? { result: 'existing', item: known }
      : { result: 'external_id_conflict', item: known }
  }
  const placed = yield* place(plan)
  if ('result' in placed) return placed
  const item = placed
  const overLimit = yield* findExceededLimit(item, plan.limits, gauge)
  if (overLimit) return overLimit

  const connectionId = yield* findConnectionOf(item)
  const born = connectionId === null ? item : { ...item, ...plan.bornConnected(connectionId) }

  yield* insertItem(born)
  const writes = touchUser(item.mode, item.userId, item.createdAtMs)
  if (plan.newTaskId !== null && item.taskId === plan.newTaskId) {
    const task = {
      id: plan.newTaskId,
      mode: item.mode,
      asker: item.asker,
      user_id: item.userId,
      conversation_id: item.conversationId,
      title: null,
      external_id: null,
      status: 'open',
      state: 'working',
      created_at: item.createdAtMs,
      updated_at: item.createdAtMs,
      ended_at: null,
    }
    writes.push(insertInto('task', task))
  }
  if (plan.frame) {
    writes.push(insertInto('frame', { interaction_id: item.id, ...plan.frame, created_at: item.createdAtMs }))
  }
  writes.push(...rememberNames(item, remembered))
  writes.push(eventRow('interaction.created', item, plan.newEventId(), item.createdAtMs))
  writes.push(...beginAudit(item.id, plan.audit('interaction.opened', item)))
  yield writes
  if (connectionId !== null) {
    yield [eventRow('interaction.resolved', born, plan.newEventId(), item.createdAtMs)]
    yield* appendAudit(item.id, plan.audit('interaction.answered', born))
  }
  yield* keepReply(plan.idempotency, plan.reply(born), item.createdAtMs)
  return { result: 'opened', item: born }
}

/** Waits only where another open may be faster: nothing else can have the item's own id. */
function* insertItem(item: Item): Command<void> {
  if (item.externalId === null) {
    yield [insertInto('interaction', toItemRow(item))]
    return
  }
  const inserted = yield insertInto('interaction', toItemRow(item), ' ON CONFLICT DO NOTHING RETURNING id')
  if (inserted.length === 0) throw new RunAgain('another open took the external id')
}

/** The active connection that makes an ask for an app settled as soon as it is opened (K33, T2). */
function* findConnectionOf({ mode, userId, app, createdAtMs }: Item): Command<string | null> {
  if (app === null || userId === null) return null
  yield* holdUser(mode, userId, createdAtMs)
  const row = yield* queryOne(
    `SELECT id FROM connection WHERE mode = ? AND user_id = ? AND app = ? AND status = 'active' LIMIT 1`,
    mode,
    userId,
    app,
  )
  return row ? String(row.id) : null
}

/** Adds a user's row on first use (K26). */
export function touchUser(mode: Mode, userId: string | null, nowMs: number): Statement[] {
  if (userId === null) return []
  return [insertInto('end_user', { mode, user_id: userId, created_at: nowMs }, ' ON CONFLICT DO NOTHING')]
}

/**
 * Holds the user's row until the running change commits, so that an ask for an app and a connection that turns active
 * see one another.
 */
export function* holdUser(mode: Mode, userId: string, nowMs: number): Command<void> {
  yield insertInto(
    'end_user',
    { mode, user_id: userId, created_at: nowMs },
    ' ON CONFLICT (mode, user_id) DO UPDATE SET created_at = end_user.created_at',
  )
}

function* findByExternalId({ mode, asker, externalId }: Item): Command<Item | null> {
  if (externalId === null) return null
  const row = yield* queryOne(
    'SELECT * FROM interaction WHERE mode = ? AND asker = ? AND external_id = ?',
    mode,
    asker,
    externalId,
  )
  return row ? toItem(row) : null
}

/** Puts the item in its task and conversation, which must fit each other and the user (K13, K14). */
function* place({ item, newTaskId, onlyAsker }: OpenPlan): Command<Item | Extract<Opened, { why: string }>> {
  if (item.conversationId !== null) {
    const conversation = yield* findOwn('conversation', item.conversationId, item.mode, onlyAsker)
    if (!conversation) return { result: 'unfit_conversation', why: 'there is no such conversation' }
    if (conversation.user_id !== item.userId) {
      return { result: 'unfit_conversation', why: 'belongs to another user' }
    }
  }
  if (item.taskId === null) return { ...item, taskId: newTaskId }
  const task = yield* findOwn('task', item.taskId, item.mode, onlyAsker)
  if (!task) return { result: 'unfit_task', why: 'there is no such task' }
  if (task.user_id !== item.userId) return { result: 'unfit_task', why: 'belongs to another user' }
  // Held until the open commits, so that the end of the task at the same moment withdraws the item or keeps it out.
  const held = yield* query(
    `UPDATE task SET status = status WHERE id = ? AND status = 'open' RETURNING id`,
    item.taskId,
  )
  if (held.length === 0) return { result: 'unfit_task', why: 'has ended' }
  if (task.asker === unclaimed || task.state === 'submitted') {
    const asker = task.asker === unclaimed ? item.asker : String(task.asker)
    yield* query(`UPDATE task SET asker = ?, state = 'working' WHERE id = ?`, asker, item.taskId)
  }
  if (item.conversationId !== null && task.conversation_id !== item.conversationId) {
    return { result: 'unfit_task', why: 'is not part of that conversation' }
  }
  return { ...item, conversationId: (task.conversation_id as string | null) ?? null }
}

function* findOwn(table: 'conversation' | 'task', id: string, mode: Mode, onlyAsker: string | null) {
  const row = yield* queryOne(`SELECT * FROM ${table} WHERE id = ? AND mode = ?`, id, mode)
  return row && (onlyAsker === null || row.asker === onlyAsker || row.asker === unclaimed) ? row : null
}

function* findExceededLimit(
  item: Item,
  limits: OpenPlan['limits'],
  gauge: PendingGauge,
): Command<Extract<Opened, { per: string }> | null> {
  const { mode, userId, createdAtMs: nowMs } = item
  const isFull = function* (name: string, limit: number, where: string, ...params: Param[]): Command<boolean> {
    if (gauge.admits(name, limit, nowMs)) return false
    const count = statement(
      `SELECT count(*) AS n FROM (SELECT 1 FROM interaction WHERE mode = ? AND status = 'pending'${where} LIMIT ?) AS bounded`,
      mode,
      ...params,
      limit,
    )
    let [row] = yield count
    // Opens that run beside this one are not counted: near the limit they go one after another.
    if (Number(row?.n) + mostAtOnce >= limit)
      [, row] = yield* queryTogether(statement('SELECT hold(?) AS held', name), count)
    gauge.note(name, Number(row?.n) + 1, nowMs)
    return Number(row?.n) >= limit
  }
  const { pendingPerUser, pendingTotal } = limits
  const ofUser =
    userId === null
      ? yield* isFull(`${mode}:company`, pendingPerUser, ' AND user_id IS NULL')
      : yield* isFull(`${mode}:user:${userId}`, pendingPerUser, ' AND user_id = ?', userId)
  if (ofUser) return { result: 'too_many_pending', per: 'user', limit: pendingPerUser }
  const isTotalFull = yield* isFull(`${mode}:all`, pendingTotal, '')
  return isTotalFull ? { result: 'too_many_pending', per: 'deployment', limit: pendingTotal } : null
}

/** Ends a pending item once: the guarded update is the only way out of pending (contract section 8). */
export function* end(plan: EndPlan): Command<Ended> {
  const recalled = yield* recall(plan.idempotency)
  if (recalled) return recalled
  if (plan.sessionId !== null && !(yield* holdSession(plan.sessionId))) return { result: 'session_ended' }
  const columns = { status: statusOf[plan.ending.decision], ...toEndColumns(plan.ending) }
  const assignments = Object.keys(columns).map((column) => `${column} = ?`)
  const update = statement(
    `UPDATE interaction SET ${assignments.join(', ')}, resolved_at = CASE WHEN clock_ms() > created_at THEN clock_ms() ELSE created_at END WHERE id = ? AND ${isPending} RETURNING *`,
    ...Object.values(columns),
    plan.id,
  )
  const [row, head] = yield* guarded(update, plan.id)
  if (!row) {
    // On PostgreSQL the update waits for whoever was faster, and that may have been this very request, sent twice.
    const recalledNow = yield* recall(plan.idempotency)
    if (recalledNow) return recalledNow
    const current = yield* queryOne('SELECT * FROM interaction WHERE id = ?', plan.id)
    return { result: 'lost', item: current ? toItem(current) : null }
  }
  const item = toItem(row)
  const nowMs = item.resolvedAtMs ?? item.createdAtMs
  if (plan.entry && item.taskId !== null) yield* recordEntry(item.taskId, plan.entry, nowMs)
  yield [
    ...(plan.privateResult ? [insertInto('private_result', toPrivateRow(item.id, plan.privateResult))] : []),
    ...approveNames(item, nowMs),
    eventRow(eventOf(item), item, plan.newEventId(), nowMs),
    ...followHead(head, item.id, plan.audit(item)),
  ]
  yield* keepReply(plan.idempotency, plan.reply(item), nowMs)
  return { result: 'ended', item }
}

/** Runs an update of one item together with taking the head of its record, which follows the row, if there is one. */
function* guarded(update: Statement, id: string): Command<[row: SqlRow, head: SqlRow] | []> {
  const [first, second] = yield* queryTogether(update, holdHead(id))
  return first && second ? [first, second] : []
}

function toPrivateRow(id: string, result: NonNullable<EndPlan['privateResult']>) {
  return {
    interaction_id: id,
    answers_json: result.answers && JSON.stringify(result.answers),
    output_json: result.outputJson,
    error: result.error,
    forget_at: result.forgetAtMs,
  }
}

/** Makes durable what the clock has already decided: `resolved_at` is the moment it ran out (A34). */
export function* expireOverdue(newEventId: () => string, audit: (item: Item) => AuditEntry): Command<Item[]> {
  const rows = yield* query(
    `UPDATE interaction SET status = 'expired', decision = 'expired', resolved_at = expires_at
     WHERE id IN (SELECT id FROM interaction WHERE status = 'pending' AND expires_at <= clock_ms() ORDER BY expires_at LIMIT ?)
       AND status = 'pending' RETURNING *`,
    overdueBatch,
  )
  const items = rows.map(toItem)
  for (const item of items) {
    yield [eventRow('interaction.expired', item, newEventId(), item.resolvedAtMs ?? item.createdAtMs)]
    yield* appendAudit(item.id, audit(item))
  }
  return items
}

function eventOf(item: Item): EventName {
  return item.status === 'pending' ? 'interaction.created' : `interaction.${item.status}`
}

function eventRow(type: EventName, item: Item, id: string, atMs: number): Statement {
  return statement(
    `INSERT INTO event (id, tx, mode, type, interaction_id, task_id, user_id, asker, created_at)
     VALUES (?, current_tx(), ?, ?, ?, ?, ?, ?, ?)`,
    id,
    item.mode,
    type,
    item.id,
    item.taskId,
    item.userId,
    item.asker,
    atMs,
  )
}

/**
 * Marks a result as read by its asker (K23). A hand-off's answers are forgotten soon after (A32).
 * @returns whether this was the first time
 */
export function* pickUp(id: string, nowMs: number, forgetAnswersAtMs: number, audit: AuditEntry): Command<boolean> {
  const update = statement(
    `UPDATE interaction SET picked_up_at = ? WHERE id = ? AND status <> 'pending' AND picked_up_at IS NULL RETURNING id`,
    nowMs,
    id,
  )
  const [row, head] = yield* guarded(update, id)
  if (!row) return false
  yield [
    statement(
      'UPDATE private_result SET forget_at = ? WHERE interaction_id = ? AND answers_json IS NOT NULL',
      forgetAnswersAtMs,
      id,
    ),
    ...followHead(head, id, audit),
  ]
  return true
}

/** Records the first single read by each person. The chain's head is held first, so that two reads at once count once. */
export function* recordView(id: string, audit: AuditEntry): Command<void> {
  yield [statement('UPDATE audit_head SET seq = seq WHERE chain = ?', id)]
  const seen = yield* queryOne(
    'SELECT seq FROM audit WHERE chain = ? AND action = ? AND actor_type = ? AND actor_id = ? LIMIT 1',
    id,
    audit.action,
    audit.actor.type,
    audit.actor.id,
  )
  if (!seen) yield* appendAudit(id, audit)
}

export async function readItem(driver: Driver, id: string): Promise<Item | null> {
  const [row] = await driver.read('SELECT * FROM interaction WHERE id = ?', id)
  return row ? toItem(row) : null
}

export async function readPrivateResult(driver: Driver, id: string, nowMs: number): Promise<PrivateResult | null> {
  const [row] = await driver.read('SELECT * FROM private_result WHERE interaction_id = ? AND forget_at > ?', id, nowMs)
  if (!row) return null
  return {
    answers: typeof row.answers_json === 'string' ? (JSON.parse(row.answers_json) as string[]) : null,
    outputJson: row.output_json as string | null,
    error: row.error as string | null,
  }
}

export async function readFrame(driver: Driver, id: string): Promise<Uint8Array | null> {
  const [row] = await driver.read('SELECT jpeg FROM frame WHERE interaction_id = ?', id)
  return (row?.jpeg as Uint8Array | undefined) ?? null
}

/** The condition of a list as SQL; null when nothing can fit it. */
export function conditionsOf(filter: Omit<ListFilter, 'limit'>): { where: string; params: Param[] } | null {
  const where = ['mode = ?', 'status = ?']
  const params: Param[] = [filter.mode, filter.status]
  const add = (condition: string, ...values: Param[]) => {
    where.push(condition)
    params.push(...values)
  }
  const marks = (values: unknown[]) => values.map(() => '?').join(', ')
  if (filter.userId !== undefined) add('user_id = ?', filter.userId)
  if (filter.userIds) {
    if (filter.userIds.length === 0) return null
    add(`user_id IN (${marks(filter.userIds)})`, ...filter.userIds)
  }
  if (filter.conversationId !== undefined) add('conversation_id = ?', filter.conversationId)
  if (filter.taskId !== undefined) add('task_id = ?', filter.taskId)
  if (filter.type !== undefined) add('type = ?', filter.type)
  if (filter.kind !== undefined) add('kind = ?', filter.kind)
  if (filter.withoutTypes?.length) add(`type NOT IN (${marks(filter.withoutTypes)})`, ...filter.withoutTypes)
  if (filter.createdAfterMs !== undefined) add('created_at > ?', filter.createdAfterMs)
  if (filter.createdBeforeMs !== undefined) add('created_at < ?', filter.createdBeforeMs)
  if (filter.after) add('(created_at, id) < (?, ?)', filter.after.createdAtMs, filter.after.id)
  return { where: where.join(' AND '), params }
}

/** Newest first, keyset by creation time and id (A19). One row more than `limit` says that there is a next page. */
export async function listItems(driver: Driver, filter: ListFilter): Promise<Item[]> {
  const conditions = conditionsOf(filter)
  if (conditions === null) return []
  const rows = await driver.read(
    `SELECT * FROM interaction WHERE ${conditions.where} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...conditions.params,
    filter.limit,
  )
  return rows.map(toItem)
}

/** When the earliest pending item runs out, in UTC milliseconds. */
export async function readNextExpiry(driver: Driver): Promise<number | null> {
  const [row] = await driver.read(
    `SELECT expires_at FROM interaction WHERE status = 'pending' AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1`,
  )
  return row ? Number(row.expires_at) : null
}
