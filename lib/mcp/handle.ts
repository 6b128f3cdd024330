import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { authenticate } from '@/lib/http/authenticate'
import { readBytes } from '@/lib/http/body'
import type { Caller } from '@/lib/http/endpoint'
import { errorResponse, toInteractionError } from '@/lib/http/error-response'
import { noteRequest } from '@/lib/http/note-request'
import { InteractionError } from '@/lib/interactions/errors'
import { type JsonObject, readJsonObject } from '@/lib/interactions/json-text'
import { type App, type Ctx, newId } from '@/lib/services/context'
import { createMcpServer } from './server'

const allow = 'POST, OPTIONS'
const bodyLimit = 2 * 1024 * 1024

/** MCP over Streamable HTTP, without a state: each POST is whole in itself, and its answer may be a stream. */
export async function handleMcp(app: App, request: Request, caller: Caller): Promise<Response> {
  const startedMs = performance.now()
  const requestId = newId('req')
  let response: Response
  let actor: string | undefined
  try {
    response = await serve(app, request, caller, requestId, (id) => {
      actor = id
    })
  } catch (thrown) {
    const error = toInteractionError(thrown)
    if (error.code === 'internal_error') app.log.error({ err: thrown, request_id: requestId, op: 'mcp' })
    response = errorResponse(error, requestId, app.config.publicUrl)
    if (error.code === 'method_not_allowed') response.headers.set('Allow', allow)
  }
  response.headers.set('X-Request-Id', requestId)
  noteRequest(app, { op: 'mcp', status: response.status, startedMs, requestId, actor })
  return response
}

async function serve(
  app: App,
  request: Request,
  caller: Caller,
  requestId: string,
  onActor: (id: string) => void,
): Promise<Response> {
  assertOurHost(app, request)
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
  if (request.method !== 'POST') throw new InteractionError('method_not_allowed', `Use one of ${allow}.`)
  const ctx = await toContext(app, request, caller, requestId)
  const text = new TextDecoder().decode(await readBytes(request, bodyLimit))
  const transport = new WebStandardStreamableHTTPServerTransport()
  const server = createMcpServer(ctx, () => readArguments(text))
  await server.connect(transport)
  ctx.signal.addEventListener('abort', () => void server.close(), { once: true })
  onActor(ctx.actor.id)
  return transport.handleRequest(request, { parsedBody: parse(text) })
}

/** Only a key counts here: a cookie would let any page of this browser call. */
async function toContext(app: App, request: Request, { address }: Caller, requestId: string): Promise<Ctx> {
  if (!request.headers.has('Authorization')) {
    throw new InteractionError('unauthenticated', 'Send `Authorization: Bearer <key>`.')
  }
  const actor = await authenticate(app, request)
  if (actor.type !== 'key') {
    throw new InteractionError('session_not_allowed', "A session's token may not do this; use an API key.")
  }
  if (!app.rateLimit.take(`key:${actor.id}`).isWithin) {
    throw new InteractionError('rate_limited', 'Too many requests in a minute with this credential.')
  }
  return {
    app,
    actor,
    channel: 'mcp',
    requestId,
    address,
    signal: AbortSignal.any([request.signal, app.shutdown]),
    assertStillValid: async () => void (await authenticate(app, request)),
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const addressOnly = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i

/**
 * A page on another site can be made to reach this server under a name of its own; neither its Origin nor that name is ours.
 * @throws origin_not_allowed
 */
function assertOurHost(app: App, request: Request) {
  const ours = new URL(app.config.publicUrl)
  const host = request.headers.get('Host') ?? new URL(request.url).host
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  // An address cannot be given to another machine, so a name is what is checked.
  if (name !== ours.hostname && !loopback.test(name) && !addressOnly.test(name)) {
    throw new InteractionError('origin_not_allowed', 'This server is not known under that name. Set PUBLIC_URL.')
  }
  const origin = request.headers.get('Origin')
  if (origin === null || origin === ours.origin) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) {
    throw new InteractionError('origin_not_allowed', 'Pages of other sites may not use MCP here.')
  }
}

/** @throws invalid_json */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InteractionError('invalid_json', 'The body is not valid JSON.')
  }
}

/**
 * The arguments of a single `tools/call` with the text behind them, so that a tool's output arrives as it was sent (C31).
 * @throws invalid_json, invalid_text for what the REST API refuses too
 */
function readArguments(text: string): JsonObject | null {
  const message = parse(text)
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null
  if (!('method' in message) || message.method !== 'tools/call') return null
  const all = ['jsonrpc', 'id', 'method', 'params', 'arguments']
  const params = readJsonObject(text, all).rawMember('params')
  const args = params === undefined ? undefined : readJsonObject(params, all).rawMember('arguments')
  return args === undefined ? null : readJsonObject(args, ['output'])
}
