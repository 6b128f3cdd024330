import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { freeText, idOf, oneLine, UserId } from '@/lib/interactions/text'
import { unclaimed } from '@/lib/store/task-log'
import type { Conversation, Created, Task } from '@/lib/store/tasks'
import { ownAsker } from './access'
import { withdrawal } from './cancel-interaction'
import { askerOf, type Ctx, newId } from './context'
import { json, type KeyedRequest, keyReused, type Reply, replayed } from './reply'
import { agentMessage } from './task-messages'

export type { Task }

const shared = { user_id: UserId.nullable().default(null), external_id: oneLine(1, 200).optional() }

export const ConversationBody = z.strictObject(shared)
export const TaskBody = z.strictObject({
  ...shared,
  conversation_id: idOf('conv').nullable().default(null),
  title: oneLine(1, 200).nullable().default(null),
})

export const EndTaskBody = z.strictObject({
  status: z.enum(['completed', 'failed', 'canceled', 'rejected']).default('completed'),
  message: freeText(1, 20_000).optional(),
})

const conversationView = (row: Conversation) => ({
  object: 'conversation',
  id: row.id,
  user_id: row.userId,
  external_id: row.externalId,
  created_at: toIso(row.createdAtMs),
})

const taskView = (row: Task) => ({
  object: 'task',
  id: row.id,
  user_id: row.userId,
  conversation_id: row.conversationId,
  title: row.title,
  external_id: row.externalId,
  status: row.status,
  created_at: toIso(row.createdAtMs),
  ended_at: row.endedAtMs === null ? null : toIso(row.endedAtMs),
})

function toReply<T>(created: Created<T>, view: (row: T) => unknown): Reply {
  switch (created.result) {
    case 'created':
      return json(201, view(created.row))
    case 'existing':
      return json(200, view(created.row))
    case 'replayed':
      return replayed(created.kept)
    case 'key_reused':
      throw keyReused()
    case 'external_id_conflict':
      throw new InteractionError('external_id_conflict', 'external_id: was used with other content.', {
        param: 'external_id',
      })
    case 'unfit_conversation':
      throw new InteractionError('invalid_request', `conversation_id: ${created.why}.`, { param: 'conversation_id' })
  }
}

/** Opens a conversation (K15). @returns 201, or 200 with the one that has the `external_id` */
export async function createConversation(ctx: Ctx, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  const input = parseWith(ConversationBody, body.value)
  const created = await ctx.app.store.createConversation({
    row: {
      id: newId('conv'),
      mode: ctx.actor.mode,
      asker: askerOf(ctx.actor),
      userId: input.user_id,
      externalId: input.external_id ?? null,
      createdAtMs: ctx.app.store.nowMs(),
    },
    onlyAsker: ownAsker(ctx),
    idempotency: request.idempotency,
    reply: (row) => json(201, conversationView(row)),
  })
  return toReply(created, conversationView)
}

/** Opens a task (K14, K15). @returns 201, or 200 with the one that has the `external_id` */
export async function createTask(ctx: Ctx, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  const input = parseWith(TaskBody, body.value)
  const created = await ctx.app.store.createTask({
    row: {
      id: newId('task'),
      mode: ctx.actor.mode,
      asker: askerOf(ctx.actor),
      userId: input.user_id,
      conversationId: input.conversation_id,
      title: input.title,
      externalId: input.external_id ?? null,
      status: 'open',
      createdAtMs: ctx.app.store.nowMs(),
      endedAtMs: null,
    },
    onlyAsker: ownAsker(ctx),
    idempotency: request.idempotency,
    reply: (row) => json(201, taskView(row)),
  })
  return toReply(created, taskView)
}

/** The task that the caller may end. @throws not_found */
export async function getOwnTask(ctx: Ctx, id: string): Promise<Task> {
  const task = /^task_[0-9a-z]{1,64}$/.test(id) ? await ctx.app.store.findTask(id) : null
  const asker = ownAsker(ctx)
  if (!task || task.mode !== ctx.actor.mode || (asker !== null && task.asker !== asker && task.asker !== unclaimed))
    throw notFound()
  return task
}

/** Ends a task and withdraws what still waits in it (K15, T13). @returns 200 with the task */
export async function endTask(ctx: Ctx, found: Task, body: JsonObject | null, request: KeyedRequest): Promise<Reply> {
  const input = parseWith(EndTaskBody, body?.value ?? {})
  const ended = await ctx.app.store.endTask({
    id: found.id,
    nowMs: ctx.app.store.nowMs(),
    state: input.status,
    entry: input.message === undefined ? null : agentMessage(found, input.message, 'final'),
    newEventId: () => newId('evt'),
    idempotency: request.idempotency,
    reply: (task) => json(200, taskView(task)),
    endItem: (item) => withdrawal(ctx, item, 'The task ended.', { idempotency: null }),
  })
  switch (ended.result) {
    case 'ended':
      for (const item of ended.items) ctx.app.wakeUps.changed(item.id)
      ctx.app.wakeUps.changed(found.id)
      return json(200, taskView(ended.task))
    case 'replayed':
      return replayed(ended.kept)
    case 'key_reused':
      throw keyReused()
    case 'missing':
      throw notFound()
  }
}
