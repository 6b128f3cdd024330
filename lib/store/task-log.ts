import { type Item, isReadOnly, type Mode } from '@/lib/interactions/item'
import { kindNames } from '@/lib/interactions/kinds'
import { types } from '@/lib/interactions/kinds/define'
import { typeSpec } from '@/lib/interactions/types'
import type { Position } from './events'
import { type Idempotency, type Kept, keepReply, type Recalled, recall } from './idempotency'
import { toItem } from './item-rows'
import { type Command, type Driver, insertInto, type Param, query, queryOne, RunAgain, type SqlRow } from './sql'

/** How far the agent of a task has come; what a person is waited for with is told by the interactions. */
type TaskState = 'submitted' | 'working' | 'completed' | 'failed' | 'canceled' | 'rejected'
export type EndState = Exclude<TaskState, 'submitted' | 'working'>
export type TaskEventName = `task.${TaskState | 'message' | 'artifact'}`

/** The asker of a task that came from outside and that no agent has taken up. */
export const unclaimed = 'unclaimed'

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Items that A2A shows (A44): `isShownOverA2a` in SQL. */
const isExposed = `type NOT IN (${quoted(types.filter((type) => !typeSpec(type).isShownOverA2a))})
  AND kind NOT IN (${quoted(kindNames.filter((kind) => isReadOnly({ kind })))})`

export interface NewEntry {
  id: string
  /** `final` is the agent's last word, which goes with the end. */
  kind: 'message' | 'artifact' | 'final'
  body: Record<string, unknown>
}

export interface TaskEntry extends NewEntry {
  createdAtMs: number
}

/** A task as A2A and its agent see it. Times are UTC milliseconds. */
export interface TaskView {
  id: string
  mode: Mode
  asker: string
  userId: string | null
  conversationId: string | null
  /** The A2A client's own name of the conversation. */
  contextId: string | null
  title: string | null
  externalId: string | null
  status: 'open' | 'ended'
  state: TaskState
  /** The oldest interaction that waits and may be shown. */
  openId: string | null
  /** What a client sees: the agent's state, or which kind of wait interrupts it. */
  shownState: TaskState | 'input_required' | 'auth_required'
  statusAtMs: number
  createdAtMs: number
  endedAtMs: number | null
}

export interface TaskFilter {
  mode: Mode
  id?: string | undefined
  /** Only tasks of this asker, and those that nobody has taken up. */
  asker?: string | undefined
  userIds?: readonly string[] | undefined
  /** A conversation by its id or by the client's own name, or one task's own context. */
  contextId?: string | undefined
  states?: readonly TaskView['shownState'][] | undefined
  /** The agent's own states, whatever is waited for. */
  agentStates?: readonly TaskState[] | undefined
  statusSinceMs?: number | undefined
  /** What the caller may see of the interactions. */
  onlyItems?: readonly string[] | null | undefined
  onlyTypes?: readonly string[] | null | undefined
  nowMs: number
}

export interface TaskPage {
  after?: { createdAtMs: number; id: string } | undefined
  /** By creation, as REST lists; otherwise by the time of the status, as A2A does. Newest first. */
  byCreation?: true
  limit: number
}

/** The context of a task that has no conversation: named after the task, so that it is always the same. */
export const ownContextOf = (taskId: string) => taskId.replace(/^task_/, 'ctx_')

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')

function viewsOf(filter: TaskFilter): { text: string; params: Param[] } {
  const seen: Param[] = [filter.nowMs]
  let visible = `i.mode = t.mode AND i.task_id = t.id AND i.status = 'pending' AND (i.expires_at IS NULL OR i.expires_at > ?) AND ${isExposed.replaceAll(/\b(type|kind)\b/g, 'i.$1')}`
  for (const [column, only] of [
    ['i.id', filter.onlyItems],
    ['i.type', filter.onlyTypes],
  ] as const) {
    if (!only) continue
    visible += only.length === 0 ? ' AND 1 = 0' : ` AND ${column} IN (${marks(only)})`
    seen.push(...only)
  }
  const where = ['t.mode = ?']
  const params: Param[] = [filter.mode]
  const add = (condition: string, ...values: Param[]) => {
    where.push(condition)
    params.push(...values)
  }
  if (filter.id !== undefined) add('t.id = ?', filter.id)
  if (filter.asker !== undefined) add('t.asker IN (?, ?)', filter.asker, unclaimed)
  if (filter.userIds) {
    if (filter.userIds.length === 0) add('1 = 0')
    else add(`t.user_id IN (${marks(filter.userIds)})`, ...filter.userIds)
  }
  if (filter.agentStates) add(`t.state IN (${marks(filter.agentStates)})`, ...filter.agentStates)
  if (filter.contextId !== undefined) {
    const { contextId } = filter
    const own = contextId.startsWith('ctx_') ? contextId.replace(/^ctx_/, 'task_') : ''
    add(
      '(t.conversation_id = ? OR c.context_id = ? OR (t.conversation_id IS NULL AND t.id = ?))',
      contextId,
      contextId,
      own,
    )
  }
  const inner = `SELECT t.*, c.context_id AS context_id,
      (SELECT i.id FROM interaction i WHERE ${visible} ORDER BY i.created_at, i.id LIMIT 1) AS open_id,
      (SELECT MAX(COALESCE(i.resolved_at, i.created_at)) FROM interaction i
        WHERE i.mode = t.mode AND i.task_id = t.id AND ${isExposed.replaceAll(/\b(type|kind)\b/g, 'i.$1')}) AS touched_at
    FROM task t LEFT JOIN conversation c ON c.id = t.conversation_id WHERE ${where.join(' AND ')}`
  const shown = `SELECT v.*,
      CASE WHEN v.status = 'ended' OR v.open_id IS NULL THEN v.state
           WHEN o.type IN ('question', 'handoff') THEN 'input_required' ELSE 'auth_required' END AS shown_state,
      CASE WHEN v.status = 'open' AND v.touched_at > v.updated_at THEN v.touched_at ELSE v.updated_at END AS status_at
    FROM (${inner}) v LEFT JOIN interaction o ON o.id = v.open_id`
  const outer: string[] = []
  const all = [...seen, ...params]
  if (filter.states) {
    outer.push(`shown_state IN (${marks(filter.states)})`)
    all.push(...filter.states)
  }
  if (filter.statusSinceMs !== undefined) {
    outer.push('status_at >= ?')
    all.push(filter.statusSinceMs)
  }
  return { text: `FROM (${shown}) w WHERE ${['1 = 1', ...outer].join(' AND ')}`, params: all }
}

function toView(row: SqlRow): TaskView {
  return {
    id: row.id,
    mode: row.mode,
    asker: row.asker,
    userId: row.user_id,
    conversationId: row.conversation_id,
    contextId: row.context_id,
    title: row.title,
    externalId: row.external_id,
    status: row.status,
    state: row.state,
    openId: row.status === 'ended' ? null : row.open_id,
    shownState: row.shown_state,
    statusAtMs: Number(row.status_at),
    createdAtMs: Number(row.created_at),
    endedAtMs: row.ended_at === null ? null : Number(row.ended_at),
  } as TaskView
}

export async function listTaskViews(driver: Driver, filter: TaskFilter, page: TaskPage): Promise<TaskView[]> {
  const { text, params } = viewsOf(filter)
  const key = page.byCreation ? 'created_at' : 'status_at'
  const rows = await driver.read(
    `SELECT * ${text} ${page.after ? `AND (${key}, id) < (?, ?)` : ''} ORDER BY ${key} DESC, id DESC LIMIT ?`,
    ...params,
    ...(page.after ? [page.after.createdAtMs, page.after.id] : []),
    page.limit,
  )
  return rows.map(toView)
}

export async function countTaskViews(driver: Driver, filter: TaskFilter): Promise<number> {
  const { text, params } = viewsOf(filter)
  const [row] = await driver.read(`SELECT count(*) AS n ${text}`, ...params)
  return Number(row?.n)
}

const toEntry = (row: SqlRow): TaskEntry =>
  ({
    id: row.id,
    kind: row.kind,
    body: JSON.parse(String(row.body_json)),
    createdAtMs: Number(row.created_at),
  }) as TaskEntry

export async function readTaskEntries(driver: Driver, taskId: string): Promise<TaskEntry[]> {
  return (await driver.read('SELECT * FROM task_entry WHERE task_id = ? ORDER BY seq', taskId)).map(toEntry)
}

/** The interactions of a task that A2A may show, oldest first. */
export async function readTaskItems(driver: Driver, mode: Mode, taskId: string): Promise<Item[]> {
  const rows = await driver.read(
    `SELECT * FROM interaction WHERE mode = ? AND task_id = ? AND ${isExposed} ORDER BY created_at, id`,
    mode,
    taskId,
  )
  return rows.map(toItem)
}

/** One thing that happened in a task: to an interaction of it, or to the task itself. */
export interface TaskEvent extends Position {
  id: string
  type: string
  createdAtMs: number
  item: Item | null
  entry: TaskEntry | null
}

/** What happened in a task after a position, in the order of commits. */
export async function readTaskEvents(
  driver: Driver,
  taskId: string,
  after: Position,
  limit: number,
): Promise<TaskEvent[]> {
  const rows = await driver.read(
    `SELECT i.*, e.id AS event_id, e.tx AS event_tx, e.seq AS event_seq, e.type AS event_type, e.created_at AS event_at,
            e.interaction_id AS of_item, n.id AS entry_id, n.kind AS entry_kind, n.body_json AS entry_body, n.created_at AS entry_at
     FROM event e LEFT JOIN interaction i ON i.id = e.interaction_id LEFT JOIN task_entry n ON n.id = e.entry_id
     WHERE e.task_id = ? AND e.tx < oldest_open_tx() AND (e.tx, e.seq) > (?, ?) ORDER BY e.tx, e.seq LIMIT ?`,
    taskId,
    after.tx,
    after.seq,
    limit,
  )
  return rows.map((row) => ({
    id: String(row.event_id),
    type: String(row.event_type),
    tx: Number(row.event_tx),
    seq: Number(row.event_seq),
    createdAtMs: Number(row.event_at),
    item: row.of_item !== null && row.id !== null ? toItem(row) : null,
    entry:
      row.entry_id === null
        ? null
        : toEntry({ id: row.entry_id, kind: row.entry_kind, body_json: row.entry_body, created_at: row.entry_at }),
  }))
}

/** Which tasks anything happened to after a position. */
export async function readTaskHints(
  driver: Driver,
  after: Position,
  limit: number,
): Promise<(Position & { taskId: string | null })[]> {
  const rows = await driver.read(
    `SELECT tx, seq, task_id FROM event WHERE (tx, seq) > (?, ?) AND tx < oldest_open_tx() ORDER BY tx, seq LIMIT ?`,
    after.tx,
    after.seq,
    limit,
  )
  return rows.map((row) => ({ tx: Number(row.tx), seq: Number(row.seq), taskId: row.task_id as string | null }))
}

/** Adds a message or artifact to a task inside the running change. */
export function* recordEntry(taskId: string, entry: NewEntry, nowMs: number): Command<void> {
  const last = yield* queryOne('SELECT COALESCE(MAX(seq), 0) AS seq FROM task_entry WHERE task_id = ?', taskId)
  const row = { task_id: taskId, seq: Number(last?.seq) + 1, id: entry.id, kind: entry.kind }
  const inserted = yield insertInto(
    'task_entry',
    { ...row, body_json: JSON.stringify(entry.body), created_at: nowMs },
    ' ON CONFLICT DO NOTHING RETURNING seq',
  )
  if (inserted.length === 0) throw new RunAgain('another entry took the place')
}

export function* recordTaskEvent(
  type: TaskEventName,
  task: { id: string; mode: string; userId: string | null; asker: string },
  entryId: string | null,
  id: string,
  atMs: number,
): Command<void> {
  yield* query(
    `INSERT INTO event (id, tx, mode, type, task_id, entry_id, user_id, asker, created_at)
     VALUES (?, current_tx(), ?, ?, ?, ?, ?, ?, ?)`,
    id,
    task.mode,
    type,
    task.id,
    entryId,
    task.userId,
    task.asker,
    atMs,
  )
}

export interface SubmitPlan {
  task: { id: string; mode: Mode; asker: string; userId: string | null; title: string | null }
  /** The context that the client named, or null for a new one. */
  contextId: string | null
  newConversationId: string
  /** The users whose conversations the caller reaches; null is all. */
  userIds: readonly string[] | null
  entry: NewEntry
  newEventId: () => string
  nowMs: number
}

export type Submitted = { result: 'submitted'; id: string } | { result: 'unfit_context' }

/** Opens a task by a message from outside, in its conversation, for an agent to take up. */
export function* submitTask(plan: SubmitPlan): Command<Submitted> {
  const conversation = yield* findOrMakeConversation(plan)
  if (!conversation) return { result: 'unfit_context' }
  const task = { ...plan.task, userId: conversation.userId }
  if (task.userId !== null) {
    yield insertInto(
      'end_user',
      { mode: task.mode, user_id: task.userId, created_at: plan.nowMs },
      ' ON CONFLICT DO NOTHING',
    )
  }
  yield insertInto('task', {
    id: task.id,
    mode: task.mode,
    asker: task.asker,
    user_id: task.userId,
    conversation_id: conversation.id,
    title: task.title,
    external_id: null,
    status: 'open',
    state: 'submitted',
    created_at: plan.nowMs,
    updated_at: plan.nowMs,
    ended_at: null,
  })
  yield* recordEntry(task.id, plan.entry, plan.nowMs)
  yield* recordTaskEvent('task.submitted', task, plan.entry.id, plan.newEventId(), plan.nowMs)
  return { result: 'submitted', id: task.id }
}

function* findOrMakeConversation(plan: SubmitPlan): Command<{ id: string; userId: string | null } | null> {
  const { task, contextId, userIds } = plan
  if (contextId !== null) {
    const rows = yield* query(
      'SELECT id, user_id FROM conversation WHERE mode = ? AND (id = ? OR context_id = ?) ORDER BY created_at, id',
      task.mode,
      contextId,
      contextId,
    )
    const fits = (userId: unknown) =>
      (task.userId === null || userId === task.userId) && (!userIds || userIds.includes(String(userId)))
    const found = rows.find((row) => fits(row.user_id))
    if (found) return { id: String(found.id), userId: found.user_id as string | null }
    if (contextId.startsWith('conv_')) return null
  }
  yield insertInto('conversation', {
    id: plan.newConversationId,
    mode: task.mode,
    asker: task.asker,
    user_id: task.userId,
    external_id: null,
    context_id: contextId,
    created_at: plan.nowMs,
  })
  return { id: plan.newConversationId, userId: task.userId }
}

export interface ReportPlan {
  id: string
  /** Who reports; it takes up a task that nobody has. Null changes nothing of that. */
  asker: string | null
  /** Whether the task is worked on from now on. */
  isAtWork: boolean
  entries: (NewEntry & { kind: 'message' | 'artifact' })[]
  newEventId: () => string
  nowMs: number
  idempotency: Idempotency | null
  reply: () => Kept
}

export type Reported = { result: 'reported' } | { result: 'ended' } | { result: 'missing' } | Recalled

/** Adds to an open task, and takes it up where that is still to be done. */
export function* reportTask(plan: ReportPlan): Command<Reported> {
  const recalled = yield* recall(plan.idempotency)
  if (recalled) return recalled
  const held = yield* queryOne(`UPDATE task SET status = status WHERE id = ? RETURNING *`, plan.id)
  if (!held) return { result: 'missing' }
  if (held.status !== 'open') return { result: 'ended' }
  const isTaken = held.asker === unclaimed && plan.asker !== null
  const asker = isTaken ? String(plan.asker) : String(held.asker)
  const begins = plan.isAtWork && held.state === 'submitted'
  if (isTaken || begins) {
    yield* query(
      'UPDATE task SET asker = ?, state = ?, updated_at = ? WHERE id = ?',
      asker,
      begins ? 'working' : String(held.state),
      begins ? plan.nowMs : Number(held.updated_at),
      plan.id,
    )
  }
  const task = { id: plan.id, mode: String(held.mode), userId: held.user_id as string | null, asker }
  if (begins) yield* recordTaskEvent('task.working', task, null, plan.newEventId(), plan.nowMs)
  for (const entry of plan.entries) {
    yield* recordEntry(plan.id, entry, plan.nowMs)
    yield* recordTaskEvent(`task.${entry.kind}`, task, entry.id, plan.newEventId(), plan.nowMs)
  }
  yield* keepReply(plan.idempotency, plan.reply(), plan.nowMs)
  return { result: 'reported' }
}
