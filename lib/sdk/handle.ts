import type { Opened, Result, Verification } from './ask'
import { backoffMs, isPassing, pause, type ReadOptions, type WriteOptions } from './request'
import type { Interaction } from './types'

export interface WaitOptions {
  /** Milliseconds after which to return what there is. The item goes on waiting; ask again with the same external id. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

/** An item that was asked for. */
export interface AskHandle {
  readonly id: string
  /** As it was when it was opened or found. */
  readonly interaction: Interaction | Opened
  /** Waits until it ends; after `timeout` the result may still be `pending`. */
  wait(options?: WaitOptions): Promise<Result>
  result(options?: ReadOptions): Promise<Result>
  /** Whether these arguments are those that were shown. */
  verify(args: unknown, options?: ReadOptions): Promise<Verification>
  /** Withdraws it. */
  cancel(options?: WriteOptions & { reason?: string | undefined }): Promise<Interaction>
}

interface Calls {
  result(id: string, options?: ReadOptions & { waitSeconds?: number | undefined }): Promise<Result>
  verify(id: string, args: unknown, options?: ReadOptions): Promise<Verification>
  withdraw(id: string, options?: WriteOptions & { reason?: string | undefined }): Promise<Interaction>
}

const shortestPollSeconds = 20
const jitterSeconds = 20
/** In a row, each with the retries of a single call; about five minutes without a server. */
const maxFailures = 12

export function createHandle(interaction: Interaction | Opened, calls: Calls): AskHandle {
  const { id } = interaction
  return {
    id,
    interaction,
    wait: (options = {}) => waitForEnd(id, calls, options),
    result: (options) => calls.result(id, options),
    verify: (args, options) => calls.verify(id, args, options),
    cancel: (options) => calls.withdraw(id, options),
  }
}

async function waitForEnd(id: string, calls: Calls, { timeout, signal }: WaitOptions): Promise<Result> {
  const untilMs = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout
  let failures = 0
  for (;;) {
    const leftMs = untilMs - Date.now()
    // The server waits whole seconds.
    if (leftMs < 1000) await pause(Math.max(0, leftMs), signal)
    const waitSeconds = Math.floor(Math.max(0, Math.min(leftMs / 1000, longPollSeconds())))
    try {
      const result = await calls.result(id, { waitSeconds, signal })
      if (result.status !== 'pending' || Date.now() >= untilMs) return result
      failures = 0
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || Date.now() >= untilMs || ++failures > maxFailures) throw error
      await pause(Math.min(backoffMs(failures), Math.max(0, untilMs - Date.now())), signal)
    }
  }
}

/** Not the same for everyone, so that many that began to wait at once do not come back at once. */
function longPollSeconds(): number {
  return shortestPollSeconds + Math.random() * jitterSeconds
}
