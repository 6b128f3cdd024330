import type { Store } from '@/lib/store/store'

// A hint may be lost when an instance dies between its commit and its notice; a waiter looks again this often.
const rereadMs = 4_000

/** The feed of hints about every interaction. */
export const anything = '*'

/** Tells those who wait on an interaction that it is worth reading again. It never says what changed (D8). */
export class WakeUps {
  readonly #store: Pick<Store, 'announce' | 'onForeignChange'>
  readonly #waiters = new Map<string, Set<() => void>>()
  #stopWatching: (() => void) | undefined
  #waiting = 0

  constructor(store: Pick<Store, 'announce' | 'onForeignChange'>) {
    this.#store = store
  }

  /** How many calls wait for something right now. */
  get waiting(): number {
    return this.#waiting
  }

  /** Call after the commit that opened or ended it. */
  changed(interactionId: string): void {
    this.#wake(interactionId)
    this.#store.announce(interactionId)
  }

  /**
   * Reads until `isSettled`, woken by hints.
   * @param untilMs gives up then, in UTC milliseconds of `nowMs`
   * @param deadlineOf when the value changes by the clock alone, if it does
   * @returns the last value read, settled or not
   */
  async readUntil<T>(options: {
    id: string
    read: () => Promise<T>
    isSettled: (value: T) => boolean
    deadlineOf: (value: T) => number | null
    untilMs: number
    nowMs: () => number
    signal: AbortSignal
    /** Rejects when the wait must end because the credential did. */
    assertStillValid: () => Promise<void>
  }): Promise<T> {
    const { id, read, isSettled, deadlineOf, untilMs, nowMs, signal, assertStillValid } = options
    const hint = this.subscribe(id)
    let hasWaited = false
    try {
      for (;;) {
        const next = hint.next()
        // Who has waited shows its credential again before it hears anything.
        const [value] = await Promise.all([read(), hasWaited ? assertStillValid() : undefined])
        hasWaited = true
        const leftMs = untilMs - nowMs()
        if (isSettled(value) || leftMs <= 0 || signal.aborted) return value
        const deadlineMs = deadlineOf(value)
        const untilDeadlineMs = deadlineMs === null ? leftMs : Math.max(deadlineMs - nowMs(), 1)
        this.#waiting++
        await firstOf(next, Math.min(leftMs, untilDeadlineMs, rereadMs), signal)
        this.#waiting--
      }
    } finally {
      hint.stop()
    }
  }

  /** A feed of hints about one interaction, or about any (`'*'`). Stop it when done. */
  subscribe(id: string) {
    let wake = () => {}
    const listener = () => wake()
    const listeners = this.#waiters.get(id) ?? new Set()
    listeners.add(listener)
    this.#waiters.set(id, listeners)
    this.#stopWatching ??= this.#store.onForeignChange((ids) => {
      if (ids === 'unknown') for (const each of [...this.#waiters.keys()]) this.#wake(each)
      else for (const each of ids) this.#wake(each)
    })
    return {
      /** Resolves at the first hint after this call. */
      next: () =>
        new Promise<void>((resolve) => {
          wake = resolve
        }),
      /** Resolves at that hint, after some time, or when the signal aborts. */
      orAfter: firstOf,
      stop: () => {
        listeners.delete(listener)
        if (listeners.size === 0) this.#waiters.delete(id)
        if (this.#waiters.size === 0) {
          this.#stopWatching?.()
          this.#stopWatching = undefined
        }
      },
    }
  }

  #wake(id: string) {
    for (const listener of this.#waiters.get(id) ?? []) listener()
    if (id !== anything) for (const listener of this.#waiters.get(anything) ?? []) listener()
  }
}

function firstOf(hint: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    void hint.then(done)
  })
}
