import { InteractionError, notFound } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import { isShownOverA2a } from '@/lib/interactions/item'
import { beginning } from '@/lib/store/events'
import {
  type NewEntry,
  ownContextOf,
  type TaskEntry,
  type TaskFilter,
  type TaskView,
  unclaimed,
} from '@/lib/store/task-log'
import { access, isVisible } from './access'
import { withdrawal } from './cancel-interaction'
import { type App, type Ctx, newId } from './context'
import { makeCursor, readCursor } from './cursor'
import { asOfNow, expireOverdue } from './expiry'

export type { NewEntry, TaskEntry, TaskView }
export { beginning }

/** The topic on which those wait who take up tasks. */
export const newTasks = 'tasks'

/** What a caller from outside reaches: the company's keys everything, others the tasks of their users (A23, D19.1). */
function reachOf(ctx: Ctx): Omit<TaskFilter, 'nowMs'> {
  const { actor } = ctx
  if (actor.type === 'session') {
    return { mode: actor.mode, userIds: [actor.userId], onlyItems: actor.interactions, onlyTypes: actor.allow }
  }
  if (actor.type === 'person' && actor.role === 'user') return { mode: actor.mode, userIds: actor.userIds }
  return { mode: actor.mode }
}

export interface OutsideFilter {
  contextId?: string | undefined
  states?: readonly TaskView['shownState'][] | undefined
  statusSinceMs?: number | undefined
}

/** The A2A context of a task, whoever asks. */
export async function contextOfTask(app: App, id: string): Promise<string> {
  const task = await app.store.findTask(id)
  const nowMs = app.store.nowMs()
  const [view] = task ? await app.store.listTaskViews({ mode: task.mode, id, nowMs }, { limit: 1 }) : []
  return view ? contextIdOf(view) : ''
}

/** The task, where the caller may know of it. @throws not_found */
export async function getTaskView(ctx: Ctx, id: string): Promise<TaskView> {
  const { store } = ctx.app
  await expireOverdue(ctx.app)
  const [view] = /^task_[0-9a-z]{1,64}$/.test(id)
    ? await store.listTaskViews({ ...reachOf(ctx), id, nowMs: store.nowMs() }, { limit: 1 })
    : []
  if (!view) throw notFound()
  return view
}

/** One page of the caller's tasks, the latest status first. @throws invalid_cursor */
export async function listTaskViews(
  ctx: Ctx,
  filter: OutsideFilter,
  page: { limit: number; cursor: string },
): Promise<{ views: TaskView[]; nextCursor: string; total: number }> {
  const { store, secrets } = ctx.app
  await expireOverdue(ctx.app)
  const scope = {
    list: 'a2a',
    mode: ctx.actor.mode,
    contextId: filter.contextId,
    states: filter.states?.join(),
    since: filter.statusSinceMs?.toString(),
  }
  const after = page.cursor === '' ? undefined : readCursor(secrets, page.cursor, scope)
  const whole = { ...reachOf(ctx), ...filter, nowMs: store.nowMs() }
  const rows = await store.listTaskViews(whole, { limit: page.limit + 1, after })
  const views = rows.slice(0, page.limit)
  const last = views.at(-1)
  return {
    views,
    nextCursor:
      rows.length > page.limit && last ? makeCursor(secrets, { id: last.id, createdAtMs: last.statusAtMs }, scope) : '',
    total: await store.countTaskViews(whole),
  }
}

/** All that was said and made in a task, as far as the caller may see it. */
export interface TaskRecord {
  view: TaskView
  contextId: string
  /** What waits, if anything does. */
  open: Item | null
  /** Interactions that A2A shows, oldest first. */
  items: Item[]
  entries: TaskEntry[]
}

export const contextIdOf = (view: TaskView) => view.contextId ?? view.conversationId ?? ownContextOf(view.id)

export async function readTaskRecord(ctx: Ctx, view: TaskView): Promise<TaskRecord> {
  const { store } = ctx.app
  const [all, entries] = await Promise.all([store.readTaskItems(view.mode, view.id), store.readTaskEntries(view.id)])
  const items = all.filter((item) => mayShow(ctx, item))
  const open = items.find((item) => item.id === view.openId) ?? null
  return { view, contextId: contextIdOf(view), open, items, entries }
}

/** Whether this caller may see the interaction over A2A. */
export function mayShow(ctx: Ctx, item: Item): boolean {
  return isShownOverA2a(item) && isVisible(ctx, access.a2a, item)
}

/** An interaction of the task by its id, as it stands now, or null. */
export async function findTaskItem(ctx: Ctx, view: TaskView, id: string): Promise<Item | null> {
  const item = /^int_[0-9a-z]{1,64}$/.test(id) ? await ctx.app.store.findItem(id) : null
  if (!item || item.taskId !== view.id || !mayShow(ctx, item)) return null
  return asOfNow(ctx.app, item)
}

export interface Submission {
  id: string
  contextId: string | null
  /** The user it is for, where the credential leaves that open. */
  userId: string | null
  /** The agent it is for, where the sender named one. */
  agent: string | null
  title: string | null
  entry: NewEntry
}

/** The user of a new task: a session's own; of a key, whom it names. @throws invalid_request */
function userOf(ctx: Ctx, asked: string | null): string | null {
  const { actor } = ctx
  const own =
    actor.type === 'session' ? [actor.userId] : actor.type === 'person' && actor.role === 'user' ? actor.userIds : null
  if (!own) return asked
  if (asked !== null && !own.includes(asked))
    throw unfit('message.metadata', 'names a user that this credential does not stand for')
  const userId = asked ?? own[0]
  if (userId === undefined) throw unfit('message', 'no user is linked to this credential')
  return userId
}

function unfit(param: string, why: string) {
  return new InteractionError('invalid_request', `${param}: ${why}.`, { param })
}

/** Opens a task by a message from outside, for an agent behind us to take up. @throws invalid_request */
export async function submitTask(ctx: Ctx, submission: Submission): Promise<TaskView> {
  const { store, wakeUps } = ctx.app
  const { mode } = ctx.actor
  const submitted = await store.submitTask({
    task: {
      id: submission.id,
      mode,
      asker: await askerFor(ctx, submission.agent),
      userId: userOf(ctx, submission.userId),
      title: submission.title,
    },
    contextId: submission.contextId,
    newConversationId: newId('conv'),
    userIds: reachOf(ctx).userIds ?? null,
    entry: submission.entry,
    newEventId: () => newId('evt'),
    nowMs: store.nowMs(),
  })
  if (submitted.result === 'unfit_context') throw unfit('message.contextId', 'is no context of yours')
  wakeUps.changed(submitted.id)
  wakeUps.changed(newTasks)
  return getTaskView(ctx, submitted.id)
}

/** The named agent, or the only one there is; with none or several, whichever takes the task up. */
async function askerFor(ctx: Ctx, name: string | null): Promise<string> {
  const agents = await ctx.app.store.listAgents(ctx.actor.mode)
  const agent =
    name === null ? (agents.length === 1 ? agents[0] : undefined) : agents.find((each) => each.name === name)
  if (!agent && name !== null) throw unfit('tenant', 'is no agent here')
  return agent ? `agent:${agent.name}` : unclaimed
}

/** Adds what a caller from outside says to a task that is worked on. @throws not_found, already_resolved */
export async function sayInTask(ctx: Ctx, view: TaskView, entry: NewEntry & { kind: 'message' }): Promise<void> {
  const reported = await ctx.app.store.reportTask({
    id: view.id,
    asker: null,
    isAtWork: false,
    entries: [entry],
    newEventId: () => newId('evt'),
    nowMs: ctx.app.store.nowMs(),
    idempotency: null,
    reply: () => ({ status: 200, body: '' }),
  })
  if (reported.result === 'missing') throw notFound()
  if (reported.result === 'ended') throw new InteractionError('already_resolved', 'The task has ended.')
  ctx.app.wakeUps.changed(view.id)
}

/** Ends a task from outside and withdraws what waits in it (K15). */
export async function cancelTask(ctx: Ctx, view: TaskView): Promise<void> {
  const { store, wakeUps } = ctx.app
  const ended = await store.endTask({
    id: view.id,
    nowMs: store.nowMs(),
    state: 'canceled',
    newEventId: () => newId('evt'),
    idempotency: null,
    reply: () => ({ status: 200, body: '' }),
    endItem: (item) => withdrawal(ctx, item, 'The task was canceled.', { idempotency: null }),
  })
  if (ended.result !== 'ended') throw notFound()
  for (const item of ended.items) wakeUps.changed(item.id)
  wakeUps.changed(view.id)
}
