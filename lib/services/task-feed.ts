import type { Position } from '@/lib/store/events'
import type { TaskEvent } from '@/lib/store/task-log'
import type { App, Ctx } from './context'
import { anything } from './wake-ups'

export type { Position, TaskEvent }

const batchSize = 200
const pollMs = 1_000
/** After a hint one more look: an event shows only once every change that began before it is over. */
const trailMs = 50
const checkEveryMs = 2_000
const idleMs = 15_000

/** Reads the log of events once for all who follow tasks in this process, and tells each of its own task only. */
class TaskFeed {
  readonly #app: App
  readonly #listeners = new Map<string, Set<() => void>>()
  #isRunning = false

  constructor(app: App) {
    this.#app = app
  }

  /** Calls back whenever something happened in the task. @returns what ends that */
  listen(taskId: string, onChange: () => void): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set()
    listeners.add(onChange)
    this.#listeners.set(taskId, listeners)
    if (!this.#isRunning) void this.#run()
    return () => {
      listeners.delete(onChange)
      if (listeners.size === 0) this.#listeners.delete(taskId)
    }
  }

  async #run() {
    this.#isRunning = true
    const { store, wakeUps, shutdown, log } = this.#app
    const hints = wakeUps.subscribe(anything)
    let waitMs = pollMs
    let position: Position | null = null
    try {
      while (this.#listeners.size > 0 && !shutdown.aborted) {
        let isHinted = false
        const hint = hints.next().then(() => {
          isHinted = true
        })
        try {
          position ??= await store.eventEnd()
          const rows = await store.readTaskHints(position, batchSize)
          for (const row of rows) {
            position = { tx: row.tx, seq: row.seq }
            if (row.taskId !== null) for (const wake of this.#listeners.get(row.taskId) ?? []) wake()
          }
          if (rows.length === batchSize) continue
        } catch (error) {
          log.error({ err: error }, 'task feed failed')
        }
        await hints.orAfter(hint, waitMs, shutdown)
        waitMs = isHinted ? trailMs : pollMs
      }
    } finally {
      hints.stop()
      this.#isRunning = false
    }
    if (this.#listeners.size > 0 && !shutdown.aborted) void this.#run()
  }
}

const feeds = new WeakMap<App, TaskFeed>()

function taskFeedOf(app: App): TaskFeed {
  const feed = feeds.get(app) ?? new TaskFeed(app)
  feeds.set(app, feed)
  return feed
}

/** Everything that happened in a task after a position, in order, up to what is known now. */
export async function readTaskLog(app: App, taskId: string, after: Position): Promise<TaskEvent[]> {
  const events: TaskEvent[] = []
  for (;;) {
    const page = await app.store.readTaskEvents(taskId, events.at(-1) ?? after, batchSize)
    events.push(...page)
    if (page.length < batchSize) return events
  }
}

/**
 * What happens in a task from a position on, for as long as the caller listens.
 * @returns batches of events in order, and an empty one now and then when nothing happens
 * @throws when the credential ends
 */
export async function* followTask(
  ctx: Ctx,
  taskId: string,
  from: Position,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent[]> {
  const { app } = ctx
  let wake = () => {}
  let isWoken = false
  const stop = taskFeedOf(app).listen(taskId, () => {
    isWoken = true
    wake()
  })
  app.metrics?.streams.inc()
  let position = from
  let lastBatchMs = app.store.nowMs()
  let lastCheckMs = lastBatchMs
  try {
    while (!signal.aborted) {
      isWoken = false
      const events = await readTaskLog(app, taskId, position)
      const nowMs = app.store.nowMs()
      position = events.at(-1) ?? position
      if (events.length > 0 || nowMs - lastBatchMs >= idleMs) {
        lastBatchMs = nowMs
        yield events
      }
      if (nowMs - lastCheckMs >= checkEveryMs) {
        await ctx.assertStillValid()
        lastCheckMs = nowMs
      }
      if (!isWoken) {
        await pause(checkEveryMs, signal, (resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    stop()
    app.metrics?.streams.dec()
  }
}

function pause(ms: number, signal: AbortSignal, onWaker: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    onWaker(done)
  })
}
