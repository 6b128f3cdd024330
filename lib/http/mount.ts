import { handleA2A, handleWellKnown } from '@/lib/a2a/handle'
import { handleRest } from '@/lib/rest/handle'
import { serveOpenApi } from '@/lib/rest/openapi'
import { currentApp } from '@/lib/services/app'
import { type App, newId } from '@/lib/services/context'
import { handleSlack } from '@/lib/slack/handle'
import type { Caller } from './endpoint'
import { errorResponse, toInteractionError } from './error-response'
import { healthz, readyz } from './health'
import { serveMetrics } from './metrics'
import { refuseWrite } from './refuse-write'

type Handler = (app: App, request: Request, caller: Caller) => Response | Promise<Response>

/**
 * Gives what a handler answers a request id, unless it has one (C6), and an answer where it has none (C1). None of it is taken
 * for another type, or for a page that passes its address on (S23).
 */
const finished = (handler: Handler): Handler => {
  return async (...args) => {
    const response = await answered(handler, args)
    if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', newId('req'))
    response.headers.set('X-Content-Type-Options', 'nosniff')
    response.headers.set('Referrer-Policy', 'no-referrer')
    return response
  }
}

async function answered(handler: Handler, args: Parameters<Handler>): Promise<Response> {
  try {
    return await handler(...args)
  } catch (thrown) {
    const [app] = args
    const requestId = newId('req')
    app.log.error({ err: thrown, request_id: requestId })
    return errorResponse(toInteractionError(thrown), requestId, app.config.publicUrl)
  }
}

/** Every path that our own handlers serve, on either mount; all others are pages (D16). */
const mounts: Record<string, Handler> = {
  v1: finished(handleRest),
  a2a: finished(handleA2A),
  '.well-known': finished(handleWellKnown),
  // Its library takes a moment to load, and many servers never hear of it.
  mcp: finished(async (...args) => (await import('@/lib/mcp/handle')).handleMcp(...args)),
  slack: finished(handleSlack),
  healthz: finished((app, request) => refuseWrite(app, request) ?? healthz()),
  readyz: finished((app, request) => refuseWrite(app, request) ?? readyz(app)),
  'openapi.json': finished(serveOpenApi),
  metrics: finished(serveMetrics),
}

/** The first parts of those paths. */
export const ownPaths = Object.keys(mounts)

/** The handler of a path, or null when it belongs to Next. */
export function handlerOf(pathname: string): Handler | null {
  const first = pathname.split('/', 2)[1] ?? ''
  return Object.hasOwn(mounts, first) ? (mounts[first] ?? null) : null
}

/** The same handlers as route exports of Next. */
async function serveFromNext(request: Request): Promise<Response> {
  const handler = handlerOf(new URL(request.url).pathname)
  if (!handler) return new Response(null, { status: 404 })
  // Here nobody but the caller could have named an address.
  return handler(await currentApp(), request, { address: null })
}

export const nextRoute = {
  GET: serveFromNext,
  HEAD: serveFromNext,
  POST: serveFromNext,
  PUT: serveFromNext,
  PATCH: serveFromNext,
  DELETE: serveFromNext,
  OPTIONS: serveFromNext,
}
