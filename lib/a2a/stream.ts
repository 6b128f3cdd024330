import { beginning, getTaskView, mayShow, readTaskRecord, type TaskView } from '@/lib/services/outside-tasks'
import { followTask, type Position, readTaskLog } from '@/lib/services/task-feed'
import type { Call } from './operations'
import { isTerminal, statusOfEvent, TaskFold, toTask } from './project'
import type { StreamEvent } from './wire'

const maxSnapshots = 5

/** The task as it stands, and the fold and position from which the rest follows without a gap or a repeat. */
async function snapshot(call: Call, view: TaskView) {
  const { ctx } = call
  const fold = new TaskFold((item) => mayShow(ctx, item))
  let position: Position = beginning
  for (let taken = 1; ; taken++) {
    const events = await readTaskLog(ctx.app, view.id, position)
    const frame = { taskId: view.id, contextId: '', isActive: false }
    for (const event of events) fold.apply(event, frame)
    position = events.at(-1) ?? position
    const record = await readTaskRecord(ctx, await getTaskView(ctx, view.id))
    const isQuiet = (await ctx.app.store.readTaskEvents(view.id, position, 1)).length === 0
    if (!isQuiet && taken < maxSnapshots) continue
    fold.assume(record)
    return { record, fold, position, told: new Set(record.entries.map(({ id }) => id)) }
  }
}

export interface FollowOptions {
  /** Whether the stream is over when the agent waits for input; waiting for leave never ends it (A2A 7.6). */
  endsAtInput: boolean
  historyLength?: number | undefined
}

/** The task, and then all that happens in it until it ends; null now and then, so that the line stays open. */
export async function* followStream(
  call: Call,
  view: TaskView,
  options: FollowOptions,
): AsyncGenerator<StreamEvent | null> {
  const { ctx } = call
  const { record, fold, position, told } = await snapshot(call, view)
  const task = toTask(record, call.isActive, { historyLength: options.historyLength, withArtifacts: true })
  const isOver = (event: StreamEvent) => {
    const status = statusOfEvent(event)
    return (
      status !== null && (isTerminal(status) || (options.endsAtInput && status.state === 'TASK_STATE_INPUT_REQUIRED'))
    )
  }
  yield { task }
  if (isOver({ task })) return
  const frame = { taskId: view.id, contextId: record.contextId, isActive: call.isActive }
  const ending = new AbortController()
  const signal = AbortSignal.any([ctx.signal, ctx.app.shutdown, ending.signal])
  try {
    for await (const events of followTask(ctx, view.id, position, signal)) {
      if (events.length === 0) yield null
      for (const event of events) {
        if (event.entry && told.has(event.entry.id)) continue
        for (const update of fold.apply(event, frame)) {
          yield update
          if (isOver(update)) return
        }
      }
    }
  } finally {
    ending.abort()
  }
}

/** The task once it has paused or ended, or as it stands when the wait is over (A2A 3.2.2). */
export async function untilPaused(call: Call, view: TaskView, waitMs: number): Promise<TaskView> {
  const { ctx } = call
  const { record, position } = await snapshot(call, view)
  const isPaused = (each: TaskView) => each.status === 'ended' || each.openId !== null
  if (isPaused(record.view)) return record.view
  const signal = AbortSignal.any([ctx.signal, ctx.app.shutdown, AbortSignal.timeout(waitMs)])
  let current = record.view
  for await (const _events of followTask(ctx, view.id, position, signal)) {
    current = await getTaskView(ctx, view.id)
    if (isPaused(current)) break
  }
  return getTaskView(ctx, current.id)
}
