import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toInteraction, toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { freeText, oneLine } from '@/lib/interactions/text'
import { beginning } from '@/lib/store/events'
import { type NewEntry, type TaskEntry, type TaskFilter, type TaskView, unclaimed } from '@/lib/store/task-log'
import { ownAsker } from './access'
import { askerOf, type Ctx, newId } from './context'
import { makeCursor, readCursor } from './cursor'
import { eventStream, idleFrame, resetFrame, toFrame } from './event-stream'
import { contextIdOf, newTasks } from './outside-tasks'
import { PageLimit, Wait } from './read-interactions'
import { json, type KeyedRequest, keyReused, type Reply, replayed } from './reply'
import { followTask, type Position, readTaskLog, type TaskEvent } from './task-feed'
import { agentMessage } from './task-messages'
import type { Task } from './tasks'

const defaultLimit = 20

/** Which tasks a status means: the agent's own states, and the two words of `status`. */
const statuses = {
  open: ['submitted', 'working'],
  ended: ['completed', 'failed', 'canceled', 'rejected'],
  submitted: ['submitted'],
  working: ['working'],
  completed: ['completed'],
  failed: ['failed'],
  canceled: ['canceled'],
  rejected: ['rejected'],
} as const satisfies Record<string, readonly TaskView['state'][]>

export const TasksQuery = z.strictObject({
  limit: PageLimit.optional(),
  cursor: z.string().optional(),
  status: z.enum(Object.keys(statuses) as [keyof typeof statuses]).optional(),
  wait: Wait.optional(),
})
export const TaskEventsQuery = z.strictObject({ limit: PageLimit.optional(), after: z.string().optional() })

function reachOf(ctx: Ctx): Omit<TaskFilter, 'nowMs'> {
  return { mode: ctx.actor.mode, asker: ownAsker(ctx) ?? undefined }
}

const view = (task: TaskView) => ({
  object: 'task',
  id: task.id,
  user_id: task.userId,
  conversation_id: task.conversationId,
  context_id: contextIdOf(task),
  title: task.title,
  external_id: task.externalId,
  status: task.status,
  state: task.state,
  agent: task.asker === unclaimed ? null : task.asker.replace(/^agent:/, ''),
  created_at: toIso(task.createdAtMs),
  ended_at: task.endedAtMs === null ? null : toIso(task.endedAtMs),
})

/**
 * The tasks that the asking side works on or may take up, newest first. With `wait` and nothing to show, it answers as
 * soon as there is something.
 * @throws invalid_cursor
 */
export async function listTasks(ctx: Ctx, query: z.output<typeof TasksQuery>): Promise<Reply> {
  const { store, secrets, wakeUps, shutdown } = ctx.app
  const { limit = defaultLimit, cursor, status, wait = 0 } = query
  const scope = { list: 'tasks', mode: ctx.actor.mode, status }
  const after = cursor === undefined ? undefined : readCursor(secrets, cursor, scope)
  const agentStates = status && statuses[status]
  const read = () =>
    store.listTaskViews(
      { ...reachOf(ctx), agentStates, nowMs: store.nowMs() },
      { after, byCreation: true, limit: limit + 1 },
    )
  const rows = await wakeUps.readUntil({
    id: newTasks,
    read,
    isSettled: (found) => found.length > 0 || wait === 0,
    deadlineOf: () => null,
    untilMs: store.nowMs() + wait * 1000,
    nowMs: store.nowMs,
    signal: AbortSignal.any([ctx.signal, shutdown]),
    assertStillValid: ctx.assertStillValid,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return json(200, {
    data: page.map(view),
    next_cursor: rows.length > limit && last ? makeCursor(secrets, last, scope) : null,
  })
}

/** One task with what was said in it and what was made. */
export async function getTask(ctx: Ctx, { id }: Task): Promise<Reply> {
  const { store } = ctx.app
  const [task] = await store.listTaskViews({ ...reachOf(ctx), id, nowMs: store.nowMs() }, { limit: 1 })
  if (!task) throw new Error(`task ${id} is gone`)
  const entries = await store.readTaskEntries(id)
  return json(200, {
    ...view(task),
    messages: entries.filter(({ kind }) => kind !== 'artifact').map(messageView),
    artifacts: entries.filter(({ kind }) => kind === 'artifact').map(artifactView),
  })
}

function messageView({ body, createdAtMs }: TaskEntry) {
  return {
    message_id: String(body.messageId),
    role: body.role === 'ROLE_USER' ? 'user' : 'agent',
    parts: (body.parts as Record<string, unknown>[]).map(toRestPart),
    created_at: toIso(createdAtMs),
  }
}

function artifactView({ body, createdAtMs }: TaskEntry) {
  const { artifact, append, lastChunk } = body as {
    artifact: { artifactId: string; name?: string; description?: string; parts: Record<string, unknown>[] }
    append?: boolean
    lastChunk?: boolean
  }
  return {
    artifact_id: artifact.artifactId,
    name: artifact.name ?? null,
    description: artifact.description ?? null,
    parts: artifact.parts.map(toRestPart),
    append: append ?? false,
    last_chunk: lastChunk ?? false,
    created_at: toIso(createdAtMs),
  }
}

function toRestPart({ mediaType, ...part }: Record<string, unknown>) {
  const { metadata: _, ...kept } = part
  return { ...kept, ...(mediaType !== undefined && { media_type: mediaType }) }
}

const about = { media_type: oneLine(1, 200).optional(), filename: oneLine(1, 200).optional() }
const Address = z
  .string()
  .max(2048)
  .refine((text) => URL.canParse(text), { error: 'must be an address' })
const Base64 = z.string().refine((text) => z.base64().safeParse(text).success, { error: 'must be base64' })
const Part = z.union([
  z.strictObject({ text: freeText(0, 200_000), ...about }),
  z.strictObject({ data: z.unknown(), ...about }),
  z.strictObject({ url: Address, ...about }),
  z.strictObject({ raw: Base64, ...about }),
])
const Parts = z.array(Part).min(1).max(100)

export const TaskUpdateBody = z.strictObject({
  message: z.union([freeText(1, 20_000), z.strictObject({ parts: Parts })]).optional(),
  artifact: z
    .strictObject({
      artifact_id: oneLine(1, 200).optional(),
      name: oneLine(1, 200).optional(),
      description: freeText(1, 2000).optional(),
      parts: Parts,
      append: z.boolean().optional(),
      last_chunk: z.boolean().optional(),
    })
    .optional(),
  status: z.literal('working').optional(),
})

function toWirePart({ media_type, ...part }: z.output<typeof Part>): Record<string, unknown> {
  return { ...part, ...(media_type !== undefined && { mediaType: media_type }) }
}

function entriesOf(task: Task, input: z.output<typeof TaskUpdateBody>) {
  const entries: (NewEntry & { kind: 'message' | 'artifact' })[] = []
  if (input.artifact) {
    const { artifact_id, name, description, parts, append, last_chunk } = input.artifact
    const artifact = {
      artifactId: artifact_id ?? newId('art'),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      parts: parts.map(toWirePart),
    }
    const body = { artifact, ...(append && { append }), ...(last_chunk && { lastChunk: last_chunk }) }
    entries.push({ id: newId('art'), kind: 'artifact', body })
  }
  if (input.message !== undefined) {
    const said = typeof input.message === 'string' ? input.message : input.message.parts.map(toWirePart)
    entries.push({ ...agentMessage(task, said, 'message'), kind: 'message' })
  }
  return entries
}

/**
 * Reports on a task: a message, an artifact, or only that it is worked on. The first report takes the task up.
 * @returns 200 with the task
 * @throws invalid_request when there is nothing to report, already_resolved when the task has ended
 */
export async function reportTask(ctx: Ctx, found: Task, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  const input = parseWith(TaskUpdateBody, body.value)
  if (Object.values(input).every((value) => value === undefined)) {
    throw new InteractionError('invalid_request', 'The body must hold `message`, `artifact` or `status`.')
  }
  const { store, wakeUps } = ctx.app
  const accepted = json(200, { object: 'task', id: found.id, status: 'open', state: 'working' })
  const reported = await store.reportTask({
    id: found.id,
    asker: askerOf(ctx.actor),
    isAtWork: true,
    entries: entriesOf(found, input),
    newEventId: () => newId('evt'),
    nowMs: store.nowMs(),
    idempotency: request.idempotency,
    reply: () => accepted,
  })
  switch (reported.result) {
    case 'replayed':
      return replayed(reported.kept)
    case 'key_reused':
      throw keyReused()
    case 'missing':
    case 'ended':
      throw new InteractionError('already_resolved', 'The task has ended.')
    case 'reported':
      wakeUps.changed(found.id)
      return accepted
  }
}

function eventView({ id, type, createdAtMs, entry, item }: TaskEvent) {
  return {
    object: 'task.event',
    id,
    type,
    timestamp: toIso(createdAtMs),
    ...(entry && entry.kind !== 'artifact' && { message: messageView(entry) }),
    ...(entry?.kind === 'artifact' && { artifact: artifactView(entry) }),
    ...(item && { interaction: { id: item.id, status: toInteraction(item).status } }),
  }
}

/** What happened in one task: a page, or a stream where the caller accepts one. @throws invalid_cursor */
export async function readTaskEvents(
  ctx: Ctx,
  { id }: Task,
  query: z.output<typeof TaskEventsQuery>,
  request: KeyedRequest,
): Promise<Reply> {
  const { store } = ctx.app
  const isStream = request.accept?.includes('text/event-stream') === true
  const named = (isStream ? request.lastEventId : null) ?? query.after ?? null
  const after = named === null ? beginning : await store.findEventPosition(named, ctx.actor.mode)
  if (!after && !isStream) {
    throw new InteractionError('invalid_cursor', 'after: is no event that is still kept.', { param: 'after' })
  }
  if (isStream) return { status: 200, body: '', stream: eventStream(ctx, (signal) => frames(ctx, id, after, signal)) }
  const limit = query.limit ?? defaultLimit
  const events = (await readTaskLog(ctx.app, id, after ?? beginning)).slice(0, limit + 1)
  const page = events.slice(0, limit)
  return json(200, {
    data: page.map(eventView),
    next_cursor: events.length > limit ? (page.at(-1)?.id ?? null) : null,
  })
}

async function* frames(ctx: Ctx, taskId: string, after: Position | null, signal: AbortSignal): AsyncGenerator<string> {
  if (!after) yield resetFrame
  const from = after ?? (await ctx.app.store.eventEnd())
  for await (const events of followTask(ctx, taskId, from, signal)) {
    if (events.length === 0) yield idleFrame
    for (const event of events) yield toFrame({ id: event.id, type: event.type, data: eventView(event) })
  }
}
