import type { Mode } from '@/components/account/mode'
import { type StreamEvent, Vestra } from '@/lib/sdk'

const pollMs = 3000
const livePollMs = 30_000
/** The server says something every 15 seconds, if only that it is still there. */
const longestSilenceMs = 35_000

const liveModes = new Set<Mode | null>()

export function isLive(mode: Mode | null): boolean {
  return liveModes.has(mode)
}

/** How often to ask all the same: seldom while the stream says what happens. */
export function pollMsOf(mode: Mode | null): number {
  return isLive(mode) ? livePollMs : pollMs
}

interface Listener {
  /** The stream has come up or gone down; what is read after it came up misses nothing. */
  onChange: () => void
  onEvent: (event: StreamEvent) => void
}

/** Follows one world's events, and reconnects, until it is stopped. A refusal ends it: the poll meets it too, and says so. */
export function followEvents(mode: Mode | null, { onChange, onEvent }: Listener): () => void {
  const ending = new AbortController()
  const { signal } = ending

  function setLive(isUp: boolean) {
    if (isLive(mode) === isUp) return
    if (isUp) liveModes.add(mode)
    else liveModes.delete(mode)
    if (!signal.aborted) onChange()
  }

  const client = new Vestra({
    baseUrl: '',
    headers: mode === null ? {} : { 'vestra-mode': mode },
    fetch: createWatchedFetch(() => !signal.aborted && setLive(false)),
  })

  async function follow() {
    for await (const event of client.events({ signal, onOpen: () => setLive(true) })) onEvent(event)
  }

  follow().catch(() => !signal.aborted && setLive(false))
  return () => {
    ending.abort()
    setLive(false)
  }
}

/** A fetch that tells when its answer ends: the SDK reconnects without a word. */
function createWatchedFetch(onEnd: () => void): typeof fetch {
  return async function watchedFetch(input, init) {
    const response = await fetch(input, { ...init, cache: 'no-store', credentials: 'same-origin' })
    if (!response.ok || !response.body) return response
    return new Response(watchBody(response.body, onEnd), { status: response.status, headers: response.headers })
  }
}

/** The same bytes; whatever ends them, a long silence included, is an end. */
function watchBody(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(() => void reader.cancel().catch(() => {}), longestSilenceMs)
      const { value } = await reader.read().catch(() => ({ value: undefined }))
      clearTimeout(timer)
      if (value) return controller.enqueue(value)
      onEnd()
      controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
