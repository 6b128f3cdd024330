import type { Item, Mode } from '@/lib/interactions/item'
import { type Idempotency, type Kept, keepReply, type Recalled, recall } from './idempotency'
import { type Ended, type EndPlan, end, touchUser } from './items'
import { type Command, type Driver, insertInto, query, queryOne, RunAgain, type SqlRow } from './sql'
import { type EndState, type NewEntry, recordEntry, recordTaskEvent } from './task-log'

export interface Conversation {
  id: string
  mode: Mode
  asker: string
  userId: string | null
  externalId: string | null
  createdAtMs: number
}

export interface Task extends Conversation {
  conversationId: string | null
  title: string | null
  status: 'open' | 'ended'
  endedAtMs: number | null
}

interface Create<T> {
  row: T
  onlyAsker: string | null
  idempotency: Idempotency | null
  reply: (row: T) => Kept
}

export type Created<T> =
  | { result: 'created' | 'existing' | 'external_id_conflict'; row: T }
  | { result: 'unfit_conversation'; why: string }
  | Recalled

function toConversation(row: SqlRow): Conversation {
  return {
    id: row.id,
    mode: row.mode,
    asker: row.asker,
    userId: row.user_id,
    externalId: row.external_id,
    createdAtMs: Number(row.created_at),
  } as Conversation
}

function toTask(row: SqlRow): Task {
  return {
    ...toConversation(row),
    conversationId: row.conversation_id,
    title: row.title,
    status: row.status,
    endedAtMs: row.ended_at === null ? null : Number(row.ended_at),
  } as Task
}

function* findByExternalId(table: 'conversation' | 'task', { mode, asker, externalId }: Conversation) {
  if (externalId === null) return undefined
  return yield* queryOne(
    `SELECT * FROM ${table} WHERE mode = ? AND asker = ? AND external_id = ?`,
    mode,
    asker,
    externalId,
  )
}

export function* createConversation({ row, idempotency, reply }: Create<Conversation>): Command<Created<Conversation>> {
  const recalled = yield* recall(idempotency)
  if (recalled) return recalled
  const known = yield* findByExternalId('conversation', row)
  if (known) {
    const existing = toConversation(known)
    return { result: existing.userId === row.userId ? 'existing' : 'external_id_conflict', row: existing }
  }
  yield touchUser(row.mode, row.userId, row.createdAtMs)
  const { id, mode, asker, userId: user_id, externalId: external_id, createdAtMs: created_at } = row
  const inserted = yield insertInto(
    'conversation',
    { id, mode, asker, user_id, external_id, created_at },
    ' ON CONFLICT DO NOTHING RETURNING id',
  )
  if (inserted.length === 0) throw new RunAgain('another request took the external id')
  yield* keepReply(idempotency, reply(row), row.createdAtMs)
  return { result: 'created', row }
}

export function* createTask({ row, onlyAsker, idempotency, reply }: Create<Task>): Command<Created<Task>> {
  const recalled = yield* recall(idempotency)
  if (recalled) return recalled
  const known = yield* findByExternalId('task', row)
  if (known) {
    const existing = toTask(known)
    const isSame =
      existing.userId === row.userId && existing.conversationId === row.conversationId && existing.title === row.title
    return { result: isSame ? 'existing' : 'external_id_conflict', row: existing }
  }
  if (row.conversationId !== null) {
    const conversation = yield* queryOne(
      'SELECT * FROM conversation WHERE id = ? AND mode = ?',
      row.conversationId,
      row.mode,
    )
    if (!conversation || (onlyAsker !== null && conversation.asker !== onlyAsker)) {
      return { result: 'unfit_conversation', why: 'there is no such conversation' }
    }
    if (conversation.user_id !== row.userId) return { result: 'unfit_conversation', why: 'belongs to another user' }
  }
  yield touchUser(row.mode, row.userId, row.createdAtMs)
  const inserted = yield insertInto(
    'task',
    {
      id: row.id,
      mode: row.mode,
      asker: row.asker,
      user_id: row.userId,
      conversation_id: row.conversationId,
      title: row.title,
      external_id: row.externalId,
      status: row.status,
      state: row.status === 'open' ? 'working' : 'completed',
      created_at: row.createdAtMs,
      updated_at: row.createdAtMs,
      ended_at: row.endedAtMs,
    },
    ' ON CONFLICT DO NOTHING RETURNING id',
  )
  if (inserted.length === 0) throw new RunAgain('another request took the external id')
  yield* keepReply(idempotency, reply(row), row.createdAtMs)
  return { result: 'created', row }
}

export interface EndTaskPlan {
  id: string
  nowMs: number
  /** How it ends; completed unless said otherwise. */
  state?: EndState
  /** The agent's last word. */
  entry?: NewEntry | null
  newEventId: () => string
  idempotency: Idempotency | null
  reply: (task: Task) => Kept
  /** How each item that still waits in the task is withdrawn. */
  endItem: (item: { id: string }) => EndPlan
}

export type EndedTask = { result: 'ended'; task: Task; items: Item[] } | Recalled | { result: 'missing' }

/** Ends a task and withdraws what still waits in it (K15). Ending an ended task changes nothing. */
export function* endTask(plan: EndTaskPlan): Command<EndedTask> {
  const recalled = yield* recall(plan.idempotency)
  if (recalled) return recalled
  const state = plan.state ?? 'completed'
  const ended = yield* queryOne(
    `UPDATE task SET status = 'ended', state = ?, ended_at = ?, updated_at = ? WHERE id = ? AND status = 'open' RETURNING *`,
    state,
    plan.nowMs,
    plan.nowMs,
    plan.id,
  )
  const row = ended ?? (yield* queryOne('SELECT * FROM task WHERE id = ?', plan.id))
  if (!row) return { result: 'missing' }
  const task = toTask(row)
  if (ended) {
    if (plan.entry) yield* recordEntry(task.id, plan.entry, plan.nowMs)
    yield* recordTaskEvent(`task.${state}`, task, plan.entry?.id ?? null, plan.newEventId(), plan.nowMs)
  }
  const waiting = yield* query(
    `SELECT id FROM interaction WHERE mode = ? AND task_id = ? AND status = 'pending' ORDER BY id`,
    task.mode,
    task.id,
  )
  const items: Item[] = []
  for (const { id } of waiting) {
    const withdrawn: Ended = yield* end(plan.endItem({ id: String(id) }))
    if (withdrawn.result === 'ended') items.push(withdrawn.item)
  }
  yield* keepReply(plan.idempotency, plan.reply(task), plan.nowMs)
  return { result: 'ended', task, items }
}

export async function readTask(driver: Driver, id: string): Promise<Task | null> {
  const [row] = await driver.read('SELECT * FROM task WHERE id = ?', id)
  return row ? toTask(row) : null
}
