import { setTimeout as sleep } from 'node:timers/promises'
import { InteractionError } from '@/lib/interactions/errors'

const giveUpMs = 5_000
const retryMs = 10

function isBusy(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { originalCode?: unknown } }
  return [code, cause?.originalCode].some((each) => typeof each === 'string' && each.startsWith('SQLITE_BUSY'))
}

/**
 * Repeats a statement that begins to write while another process, such as the command line, holds the write lock.
 * @throws unavailable when that takes too long
 */
export async function whenFree<T>(begin: () => T | Promise<T>): Promise<T> {
  const giveUpAtMs = Date.now() + giveUpMs
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > giveUpAtMs) {
        throw new InteractionError('unavailable', 'The store is busy.', { retryAfterSeconds: 1 })
      }
      await sleep(retryMs)
    }
  }
}
