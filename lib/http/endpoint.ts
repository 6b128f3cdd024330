import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { type Access, access, assertAllowed, getVisible } from '@/lib/services/access'
import { type App, type Channel, type Ctx, newId } from '@/lib/services/context'
import { recordRefusal } from '@/lib/services/refusal'
import type { Idempotency, KeyedRequest, Reply } from '@/lib/services/reply'
import { sha256 } from '@/lib/services/secrets'
import { getOwnTask, type Task } from '@/lib/services/tasks'
import { authenticate } from './authenticate'
import { type BodyRule, readBody } from './body'
import { allowOrigin, assertOriginAllowed } from './cors'
import { errorResponse, toInteractionError } from './error-response'
import { noteRequest } from './note-request'
import type { OperationDoc } from './operation-doc'
import { readOverrideReason } from './override-reason'
import { readQuery } from './query'

/** What the path names, found before anything of the body is looked at. */
export interface Targets {
  none: null
  interaction: Item
  task: Task
}

interface Input<T extends keyof Targets, Q extends z.ZodObject> {
  target: Targets[T]
  /** What the path's braces hold, decoded. */
  params: Record<string, string>
  query: z.output<Q>
  body: JsonObject | null
  request: KeyedRequest
}

/** One row of the contract: how a call is made, who may make it, and the verb that answers it. */
export interface Operation<T extends keyof Targets = keyof Targets, Q extends z.ZodObject = z.ZodObject> {
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  target: T
  query: Q
  body?: BodyRule
  /** Whether the call takes an `Idempotency-Key` (C8-C12). */
  idempotent?: true
  /** Whether the call takes a `Vestra-Override-Reason`. */
  overridable?: true
  /** Whether a page of another origin may call it with a session's token (C24). */
  cors?: true
  run(ctx: Ctx, input: Input<T, Q>): Promise<Reply>
  doc: OperationDoc
}

export interface Caller {
  address: string | null
}

const idempotencyLifeMs = 24 * 3_600_000
const channels = { sdk: 'sdk', cli: 'cli' } as const satisfies Record<string, Channel>

/**
 * Serves one call in the order of contract section 9: credential, scope, what the path names, query, body,
 * reason of an override, idempotency key, verb. The only place with this order; it takes no options.
 */
export async function serve(
  app: App,
  operation: Operation,
  request: Request,
  params: Record<string, string>,
  caller: Caller,
): Promise<Response> {
  const startedMs = performance.now()
  const requestId = newId('req')
  const url = new URL(request.url)
  let ctx: Ctx | undefined
  let response: Response
  let failure: InteractionError | undefined
  let allowedOrigin: string | null = null
  let rateHeaders: Record<string, string> = {}
  try {
    const actor = await authenticate(app, request)
    ctx = {
      app,
      actor,
      channel: channelOf(actor, request),
      requestId,
      address: caller.address,
      // Made on first use: most calls never wait.
      get signal() {
        return request.signal
      },
      assertStillValid: async () => void (await authenticate(app, request)),
    }
    allowedOrigin = assertOriginAllowed(operation, actor, request)
    await assertAllowedOnTarget(ctx, operation, params)
    const rate = app.rateLimit.take(`${actor.type}:${actor.id}`)
    rateHeaders = rate.headers
    if (!rate.isWithin)
      throw new InteractionError('rate_limited', 'Too many requests in a minute with this credential.')
    const target = await findTarget(ctx, operation, params)
    const query = readQuery(url, operation.query)
    const body = operation.body ? await readBody(request, operation.body) : null
    const overrideReason = operation.overridable ? readOverrideReason(request) : null
    const content = `${body?.canonical() ?? ''}${overrideReason === null ? '' : `\n${overrideReason}`}`
    const idempotency = operation.idempotent ? readIdempotency(ctx, request, url, content) : null
    const input = {
      target,
      params,
      query,
      body,
      request: {
        idempotency,
        overrideReason,
        accept: request.headers.get('Accept'),
        lastEventId: request.headers.get('Last-Event-ID'),
      },
    }
    const reply = await operation.run(ctx, input)
    response = toResponse(reply, request)
  } catch (thrown) {
    failure = toInteractionError(thrown)
    if (failure.code === 'internal_error') app.log.error({ err: thrown, request_id: requestId, op: operation.id })
    response = errorResponse(failure, requestId, app.config.publicUrl)
  }
  response.headers.set('X-Request-Id', requestId)
  response.headers.set('Vary', 'Authorization, Cookie')
  if (ctx) response.headers.set('Vestra-Mode', ctx.actor.mode)
  for (const [name, value] of Object.entries(rateHeaders)) response.headers.set(name, value)
  if (allowedOrigin !== null) allowOrigin(response.headers, allowedOrigin)
  noteRequest(app, {
    op: operation.id,
    status: response.status,
    startedMs,
    requestId,
    code: failure?.code,
    actor: ctx?.actor.id,
    target: ctx && isItemId(params.interaction_id) ? params.interaction_id : undefined,
  })
  return response
}

/** A path may hold anything, also what somebody pasted there by mistake. */
const isItemId = (text = '') => /^(int|call)_[0-9a-z]{1,64}$/.test(text)

/** A refusal for lack of scope is recorded on the item, when the caller could have seen it (D18.8). */
async function assertAllowedOnTarget(ctx: Ctx, operation: Operation, params: Record<string, string>) {
  try {
    assertAllowed(ctx, operation.access)
  } catch (error) {
    if (operation.target === 'interaction') {
      const item = await getVisible(ctx, access.get, params.interaction_id ?? '').catch(() => null)
      if (item) await recordRefusal(ctx, item, error)
    }
    throw error
  }
}

const findTargets: {
  [T in keyof Targets]: (ctx: Ctx, row: Access, params: Record<string, string>) => Promise<Targets[T]>
} = {
  none: async () => null,
  interaction: (ctx, row, params) => getVisible(ctx, row, params.interaction_id ?? ''),
  task: (ctx, _row, params) => getOwnTask(ctx, params.task_id ?? ''),
}

function findTarget(ctx: Ctx, operation: Operation, params: Record<string, string>) {
  return findTargets[operation.target](ctx, operation.access, params)
}

function channelOf(actor: Ctx['actor'], request: Request): Channel {
  if (actor.type === 'person') return 'inbox'
  const named = request.headers.get('Vestra-Client')?.split('/')[0]
  return named === 'sdk' || named === 'cli' ? channels[named] : 'rest'
}

function readIdempotency(ctx: Ctx, request: Request, url: URL, content: string): Idempotency | null {
  const key = request.headers.get('Idempotency-Key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new InteractionError(
      'invalid_idempotency_key',
      'Idempotency-Key: must be 1 to 255 visible ASCII characters.',
      {
        param: 'Idempotency-Key',
      },
    )
  }
  return {
    credential: `${ctx.actor.type}:${ctx.actor.id}`,
    key,
    fingerprint: sha256(`${request.method} ${url.pathname}\n${content}`),
    sinceMs: ctx.app.store.nowMs() - idempotencyLifeMs,
  }
}

function toResponse(reply: Reply, request: Request): Response {
  if (reply.stream) {
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
    return new Response(reply.stream, { status: reply.status, headers })
  }
  const headers = new Headers({
    'Cache-Control': 'private, no-cache',
    ...reply.headers,
    'Content-Type': 'application/json',
  })
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(reply.body, { status: reply.status, headers })
  }
  const etag = `W/"${createHash('sha1').update(reply.body).digest('base64url')}"`
  headers.set('ETag', etag)
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : reply.body, { status: reply.status, headers })
}

/** The weak comparison of RFC 9110 8.8.3.2, which `If-None-Match` asks for. */
function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((candidate) => candidate.trim() === '*' || opaque(candidate) === opaque(etag))
}
