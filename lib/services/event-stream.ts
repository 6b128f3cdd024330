import type { Ctx } from './context'

const reconnectMs = 3_000

/** One event as server-sent events write it (C18). */
export function toFrame({ id, type, data }: { id: string; type: string; data: unknown }): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Says that the event to resume from is no longer kept. */
export const resetFrame = 'event: reset\ndata: {}\n\n'

/** Keeps the connection open while nothing happens. */
export const idleFrame = ': still here\n\n'

/**
 * Server-sent events for as long as the caller listens and its credential holds (K21).
 * @param makeFrames ends soon after its signal aborts
 */
export function eventStream(
  ctx: Ctx,
  makeFrames: (signal: AbortSignal) => AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ending = new AbortController()
  const frames = makeFrames(AbortSignal.any([ctx.signal, ctx.app.shutdown, ending.signal]))
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${reconnectMs}\n\n`))
    },
    async pull(controller) {
      try {
        const next = await frames.next()
        if (next.done) controller.close()
        else controller.enqueue(encoder.encode(next.value))
      } catch {
        // The credential ended or the store went away: the client reconnects and is told why.
        controller.close()
      }
    },
    async cancel() {
      ending.abort()
      await frames.return(undefined)
    },
  })
}
