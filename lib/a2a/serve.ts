import { Extensions } from '@a2a-js/sdk'
import { authenticate } from '@/lib/http/authenticate'
import { readBody } from '@/lib/http/body'
import type { Caller } from '@/lib/http/endpoint'
import { noteRequest } from '@/lib/http/note-request'
import { InteractionError } from '@/lib/interactions/errors'
import type { JsonObject } from '@/lib/interactions/json-text'
import { access, assertAllowed } from '@/lib/services/access'
import { type App, type Ctx, newId } from '@/lib/services/context'
import { A2AError } from './errors'
import { extensionUri } from './extension'
import type { Call } from './operations'
import type { StreamEvent } from './wire'

const bodyLimit = 1024 * 1024

/** One request on its way: what each binding needs to answer it, whatever comes of it. */
export interface Exchange {
  app: App
  request: Request
  url: URL
  caller: Caller
  requestId: string
}

/**
 * Who is calling, as on every other door: credential, kind of credential, rate.
 * @throws unauthenticated, invalid_credentials, session_expired, insufficient_scope, rate_limited
 */
export async function admit({ app, request, url, caller, requestId }: Exchange, headers: Headers): Promise<Call> {
  const actor = await authenticate(app, request)
  const ctx: Ctx = {
    app,
    actor,
    channel: 'a2a',
    requestId,
    address: caller.address,
    signal: request.signal,
    assertStillValid: async () => void (await authenticate(app, request)),
  }
  if (request.headers.has('Origin') && actor.type === 'session') assertOrigin(actor.allowedOrigins, request)
  assertAllowed(ctx, access.a2a)
  const rate = app.rateLimit.take(`${actor.type}:${actor.id}`)
  for (const [name, value] of Object.entries(rate.headers)) headers.set(name, value)
  if (!rate.isWithin) throw new InteractionError('rate_limited', 'Too many requests in a minute with this credential.')
  return { ctx, isActive: requestedExtensions(request, url).includes(extensionUri), tenant: null }
}

function assertOrigin(allowed: readonly string[] | null, request: Request) {
  if (allowed && !allowed.includes(request.headers.get('Origin') ?? '')) {
    throw new InteractionError('origin_not_allowed', 'This session was opened for other origins.')
  }
}

/** The extensions a client wants active; 0.3 spelled the header with an X (A2A 3.2.6). */
function requestedExtensions(request: Request, url: URL): string[] {
  const named = [
    request.headers.get('A2A-Extensions'),
    request.headers.get('X-A2A-Extensions'),
    url.searchParams.get('A2A-Extensions'),
  ]
  return named.flatMap((value) => Extensions.parseServiceParameter(value ?? undefined))
}

/** The protocol version of a request, as Major.Minor; what says nothing speaks 0.3 (A2A 3.6). */
export function versionOf({ request, url }: Pick<Exchange, 'request' | 'url'>): string {
  const named = request.headers.get('A2A-Version') || url.searchParams.get('A2A-Version') || '0.3'
  const [, version] = named.trim().match(/^(\d+\.\d+)(?:\.\d+)*$/) ?? []
  return version ?? named
}

/** @throws VERSION_NOT_SUPPORTED for anything but 1.0 */
export function assertVersion(exchange: Exchange): void {
  const version = versionOf(exchange)
  if (version === '1.0') return
  throw new A2AError('VERSION_NOT_SUPPORTED', `A2A ${version} is not spoken here; send A2A-Version: 1.0.`)
}

/** Whether the client sent A2A's own media type, in which it then gets its answer. */
export const speaksA2AJson = (request: Request) =>
  request.headers.get('Content-Type')?.trim().toLowerCase().startsWith('application/a2a+json') === true

/** The body, strictly read. @throws unsupported_media_type, body_too_large, invalid_json, invalid_text */
export async function readJson(request: Request, isOptional = false): Promise<JsonObject | null> {
  let readable = request
  if (speaksA2AJson(request)) {
    const headers = new Headers(request.headers)
    headers.set('Content-Type', 'application/json')
    readable = new Request(request.url, { method: request.method, headers, body: await request.arrayBuffer() })
  }
  return readBody(readable, { limit: bodyLimit, ...(isOptional && { optional: true }) })
}

const encoder = new TextEncoder()

/**
 * A stream as server-sent events. The first event is awaited, so that what fails before it is answered as an error with
 * its status.
 * @param frame an event as the binding writes it
 * @param fault what goes wrong later, as the binding writes it
 */
export async function eventStream(
  source: AsyncGenerator<StreamEvent | null>,
  frame: (event: StreamEvent) => unknown,
  fault: (thrown: unknown) => unknown,
  headers: Headers,
): Promise<Response> {
  const first = await source.next()
  let pending: IteratorResult<StreamEvent | null> | null = first
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = pending ?? (await source.next())
        pending = null
        if (next.done) return controller.close()
        const text = next.value ? `data: ${JSON.stringify(frame(next.value))}\n\n` : ': still here\n\n'
        controller.enqueue(encoder.encode(text))
      } catch (thrown) {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(fault(thrown))}\n\n`))
        controller.close()
      }
    },
    async cancel() {
      await source.return(undefined)
    },
  })
  headers.set('Content-Type', 'text/event-stream')
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Accel-Buffering', 'no')
  return new Response(body, { headers })
}

/** Notes what the response says beside its body. */
export function finish(
  exchange: Exchange,
  response: Response,
  call: Call | null,
  operation: string,
  startedMs: number,
) {
  response.headers.set('X-Request-Id', exchange.requestId)
  response.headers.append('Vary', 'Authorization, A2A-Version, A2A-Extensions')
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-cache')
  if (call?.isActive) response.headers.set('A2A-Extensions', extensionUri)
  const { app, requestId } = exchange
  const { status } = response
  noteRequest(app, { op: `a2a.${operation}`, status, startedMs, requestId, actor: call?.ctx.actor.id })
  return response
}

export function newExchange(app: App, request: Request, caller: Caller): Exchange {
  return { app, request, url: new URL(request.url), caller, requestId: newId('req') }
}
