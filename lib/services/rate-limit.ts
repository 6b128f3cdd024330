import type { Store } from '@/lib/store/store'

const windowMs = 60_000
const shareEveryMs = 500

interface Window {
  startMs: number
  /** As far as this instance knows, its own requests included. */
  count: number
  /** Own requests that the store has not heard of. */
  unshared: number
}

/**
 * Requests a minute for each credential (C7). Counted here; on PostgreSQL the instances tell each other through the
 * store twice a second, so together they may overshoot by what arrives in between.
 */
export class RateLimit {
  readonly #store: Pick<Store, 'dialect' | 'nowMs' | 'addRequests'>
  readonly #perMinute: number
  readonly #windows = new Map<string, Window>()

  constructor(store: Pick<Store, 'dialect' | 'nowMs' | 'addRequests'>, perMinute: number, shutdown: AbortSignal) {
    this.#store = store
    this.#perMinute = perMinute
    if (perMinute === 0) return
    const timer = setInterval(() => void this.#share(), shareEveryMs)
    timer.unref()
    shutdown.addEventListener('abort', () => clearInterval(timer))
  }

  /** Counts one request. @returns whether it may go on, and the headers that say how much is left */
  take(credential: string): { isWithin: boolean; headers: Record<string, string> } {
    if (this.#perMinute === 0) return { isWithin: true, headers: {} }
    const nowMs = this.#store.nowMs()
    const startMs = nowMs - (nowMs % windowMs)
    let window = this.#windows.get(credential)
    if (!window || window.startMs !== startMs) {
      window = { startMs, count: 0, unshared: 0 }
      this.#windows.set(credential, window)
    }
    const resetSeconds = Math.ceil((startMs + windowMs - nowMs) / 1000)
    if (window.count >= this.#perMinute) {
      return { isWithin: false, headers: { ...this.#headers(0, resetSeconds), 'Retry-After': String(resetSeconds) } }
    }
    window.count++
    window.unshared++
    return { isWithin: true, headers: this.#headers(this.#perMinute - window.count, resetSeconds) }
  }

  #headers(remaining: number, resetSeconds: number) {
    return {
      'RateLimit-Policy': `"key";q=${this.#perMinute};w=${windowMs / 1000}`,
      RateLimit: `"key";r=${remaining};t=${resetSeconds}`,
    }
  }

  async #share() {
    const oldestMs = this.#store.nowMs() - windowMs
    for (const [credential, window] of this.#windows) {
      if (window.startMs < oldestMs) this.#windows.delete(credential)
      else if (window.unshared > 0 && this.#store.dialect === 'postgresql') {
        const shared = window.unshared
        window.unshared = 0
        try {
          const total = await this.#store.addRequests(credential, window.startMs, shared, windowMs)
          window.count = Math.max(window.count, total + window.unshared)
        } catch {
          window.unshared += shared
        }
      }
    }
  }
}
