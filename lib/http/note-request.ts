import type { App } from '@/lib/services/context'

interface Noted {
  /** The operation, as it is called in the log and in the metrics. */
  op: string
  status: number
  /** `performance.now()` when the request came. */
  startedMs: number
  requestId: string
  code?: string | undefined
  actor?: string | undefined
  /** The item that it was about. */
  target?: string | undefined
}

/** Writes the one line of a request, and counts it; never a secret, an address or anything that was sent. */
export function noteRequest(app: App, { op, status, startedMs, requestId, code, actor, target }: Noted): void {
  const ms = performance.now() - startedMs
  app.metrics?.request(op, status, ms)
  app.log.info({
    op,
    status,
    ...(code && { code }),
    ms: Math.round(ms * 10) / 10,
    request_id: requestId,
    ...(actor && { actor }),
    ...(target && { target }),
  })
}
