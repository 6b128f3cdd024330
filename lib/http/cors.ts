import { InteractionError } from '@/lib/interactions/errors'
import type { Actor } from '@/lib/services/context'

const exposed = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag'
const acceptedHeaders = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Vestra-Client'

export function isPreflight(request: Request): boolean {
  return request.headers.has('Origin') && request.headers.has('Access-Control-Request-Method')
}

/** A preflight carries no credential, so it can promise nothing about one (C24). */
export function preflightHeaders(method: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': method,
    'Access-Control-Allow-Headers': acceptedHeaders,
    'Access-Control-Max-Age': '600',
  }
}

/**
 * The origin that may read the answer: only a session's token may be used from another site's page (C24).
 * @throws origin_not_allowed when the session was opened for other origins
 */
export function assertOriginAllowed(operation: { cors?: true }, actor: Actor, request: Request): string | null {
  const origin = request.headers.get('Origin')
  if (origin === null || actor.type !== 'session') return null
  if (actor.allowedOrigins && !actor.allowedOrigins.includes(origin)) {
    throw new InteractionError('origin_not_allowed', 'This session was opened for other origins.')
  }
  return operation.cors ? origin : null
}

export function allowOrigin(headers: Headers, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Expose-Headers', exposed)
  headers.append('Vary', 'Origin')
}
