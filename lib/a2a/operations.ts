import type { z } from 'zod'
import { formatPath } from '@/lib/interactions/invalid'
import { listAgents } from '@/lib/services/agents'
import type { Ctx } from '@/lib/services/context'

import { cancelTask, getTaskView, listTaskViews, readTaskRecord, type TaskView } from '@/lib/services/outside-tasks'
import { getReceiver, listReceivers, type Receiver, removeReceiver, saveReceiver } from '@/lib/services/push-receivers'
import { agentCard } from './card'
import { A2AError, invalid, unsupported } from './errors'
import { shownStateOf, toTask } from './project'
import { withProtoNames } from './proto-names'
import { send } from './send'
import { followStream, untilPaused } from './stream'
import {
  CreatePushParams,
  GetParams,
  IdParams,
  ListParams,
  ListPushParams,
  NoParams,
  type PushConfigView,
  PushParams,
  SendParams,
  type StreamEvent,
} from './wire'

/** One call of either binding. */
export interface Call {
  ctx: Ctx
  /** Whether the caller knows the interactions extension. */
  isActive: boolean
  /** The agent that the path names. */
  tenant: string | null
}

type Streamed = AsyncGenerator<StreamEvent | null>

interface Unary {
  params: z.ZodType
  run(call: Call, params: unknown): Promise<unknown>
}

interface Streaming {
  params: z.ZodType
  stream(call: Call, params: unknown): Streamed
}

function unary<S extends z.ZodType>(params: S, run: (call: Call, params: z.output<S>) => Promise<unknown>): Unary {
  return { params, run: run as Unary['run'] }
}

function streaming<S extends z.ZodType>(params: S, stream: (call: Call, params: z.output<S>) => Streamed): Streaming {
  return { params, stream: stream as Streaming['stream'] }
}

const defaultPageSize = 50

async function readTask(call: Call, view: TaskView, historyLength: number | undefined, withArtifacts = true) {
  return toTask(await readTaskRecord(call.ctx, view), call.isActive, { historyLength, withArtifacts })
}

/** Every operation of A2A 1.0, the same behind both bindings. */
const operations = {
  SendMessage: unary(SendParams, async (call, params) => {
    const { view, waitMs } = await send(call, params)
    const current = waitMs > 0 ? await untilPaused(call, view, waitMs) : view
    return { task: await readTask(call, current, params.configuration?.historyLength) }
  }),
  SendStreamingMessage: streaming(SendParams, async function* (call, params) {
    const { view } = await send(call, params)
    yield* followStream(call, view, { endsAtInput: true, historyLength: params.configuration?.historyLength })
  }),
  GetTask: unary(GetParams, async (call, { id, historyLength }) =>
    readTask(call, await getTaskView(call.ctx, id), historyLength),
  ),
  ListTasks: unary(ListParams, async (call, params) => {
    const { contextId, status, statusTimestampAfter } = params
    const pageSize = params.pageSize ?? defaultPageSize
    const { views, nextCursor, total } = await listTaskViews(
      call.ctx,
      {
        contextId,
        states: status && status !== 'TASK_STATE_UNSPECIFIED' ? [shownStateOf(status)] : undefined,
        statusSinceMs: statusTimestampAfter === undefined ? undefined : Date.parse(statusTimestampAfter),
      },
      { limit: pageSize, cursor: params.pageToken ?? '' },
    )
    const withArtifacts = params.includeArtifacts === true
    const tasks = await Promise.all(views.map((view) => readTask(call, view, params.historyLength, withArtifacts)))
    return { tasks, nextPageToken: nextCursor, pageSize, totalSize: total }
  }),
  CancelTask: unary(IdParams, async (call, { id }) => {
    const view = await getTaskView(call.ctx, id)
    if (view.status === 'ended' && view.state !== 'canceled') {
      throw new A2AError('TASK_NOT_CANCELABLE', `The task is ${view.state}.`)
    }
    const { actor } = call.ctx
    if (actor.type === 'session' || (actor.type === 'person' && actor.role === 'user')) {
      throw unsupported("A session's token cancels nothing; use an API key.")
    }
    if (view.status === 'open') await cancelTask(call.ctx, view)
    return readTask(call, await getTaskView(call.ctx, id), undefined)
  }),
  SubscribeToTask: streaming(IdParams, async function* (call, { id }) {
    const view = await getTaskView(call.ctx, id)
    if (view.status === 'ended') throw unsupported(`The task is ${view.state}; there is nothing to follow.`)
    yield* followStream(call, view, { endsAtInput: false })
  }),
  CreateTaskPushNotificationConfig: unary(CreatePushParams, async (call, params) => {
    const view = await getTaskView(call.ctx, params.taskId)
    const { url, token, authentication } = params
    const receiver = await saveReceiver(call.ctx, view.id, { id: params.id, url, token, authentication }, call.isActive)
    return toPushConfig(view.id, receiver)
  }),
  GetTaskPushNotificationConfig: unary(PushParams, async (call, { taskId, id }) => {
    const view = await getTaskView(call.ctx, taskId)
    return toPushConfig(view.id, await getReceiver(call.ctx, view.id, id))
  }),
  ListTaskPushNotificationConfigs: unary(ListPushParams, async (call, { taskId, pageSize, pageToken }) => {
    const view = await getTaskView(call.ctx, taskId)
    const page = { afterId: pageToken ?? '', limit: pageSize || defaultPageSize }
    const { receivers, nextAfterId } = await listReceivers(call.ctx, view.id, page)
    return { configs: receivers.map((receiver) => toPushConfig(view.id, receiver)), nextPageToken: nextAfterId }
  }),
  DeleteTaskPushNotificationConfig: unary(PushParams, async (call, { taskId, id }) => {
    const view = await getTaskView(call.ctx, taskId)
    await removeReceiver(call.ctx, view.id, id)
    return {}
  }),
  GetExtendedAgentCard: unary(NoParams, async ({ ctx }) =>
    agentCard(ctx.app, await listAgents(ctx.app, ctx.actor.mode)),
  ),
} as const satisfies Record<string, Unary | Streaming>

export type OperationName = keyof typeof operations

export function operationOf(name: string): Unary | Streaming | null {
  return Object.hasOwn(operations, name) ? operations[name as OperationName] : null
}

/** Reads an operation's parameters. @throws INVALID_PARAMS with the field at fault */
export function readParams(operation: Unary | Streaming, params: unknown): unknown {
  const parsed = operation.params.safeParse(withProtoNames(params ?? {}))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue ? formatPath(issue.path) : ''
  throw invalid(field || 'params', `${field || 'params'}: ${issue?.message.replace(/^Invalid input: /, '')}.`)
}

function toPushConfig(taskId: string, { id, url, token, authentication }: Receiver): PushConfigView {
  return {
    id,
    taskId,
    url,
    ...(token !== undefined && { token }),
    ...(authentication && {
      authentication: {
        scheme: authentication.scheme,
        ...(authentication.credentials !== undefined && { credentials: authentication.credentials }),
      },
    }),
  }
}
