/** How far the server's clock is ahead of this machine's. A Date header has whole seconds, so small differences are noise. */
let offsetMs = 0
const noiseMs = 2000
const listeners = new Set<() => void>()

/** Learns the server's time from an answer that has just arrived. */
export function observeServerDate(dateHeader: string | null) {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const seenMs = serverMs + 500 - Date.now()
  const nextMs = Math.abs(seenMs) <= noiseMs ? 0 : seenMs
  if (Math.abs(nextMs - offsetMs) <= noiseMs) return
  offsetMs = nextMs
  tick()
}

let nowMs: number | undefined
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  nowMs = Date.now() + offsetMs
  for (const listener of listeners) listener()
}

/** A clock that ticks once a second while somebody looks at it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    nowMs = undefined
  }
}

export function readClock(): number {
  nowMs ??= Date.now() + offsetMs
  return nowMs
}
