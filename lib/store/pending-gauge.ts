const trustMs = 1_000
const exactAbove = 0.5
/** More opens than all servers together have under way; none of them is counted yet. */
export const mostAtOnce = 200

interface Reading {
  count: number
  atMs: number
}

/**
 * Remembers how many items wait, so that an open far below a limit need not count them. A count is trusted for a
 * second, grows with our own opens and never shrinks meanwhile; from half of a limit on, every open counts exactly.
 */
export class PendingGauge {
  readonly #readings = new Map<string, Reading>()

  /** Whether the count is known to be well below the limit; notes one more if so. */
  admits(name: string, limit: number, nowMs: number): boolean {
    const reading = this.#readings.get(name)
    if (!reading || nowMs - reading.atMs > trustMs) return false
    if (reading.count >= limit * exactAbove || reading.count + mostAtOnce >= limit) return false
    reading.count++
    return true
  }

  note(name: string, count: number, nowMs: number): void {
    const reading = this.#readings.get(name)
    if (reading && nowMs - reading.atMs <= trustMs) {
      reading.count = Math.max(reading.count, count)
      return
    }
    if (this.#readings.size > 10_000) this.#readings.clear()
    this.#readings.set(name, { count, atMs: nowMs })
  }
}
