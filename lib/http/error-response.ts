import { InteractionError } from '@/lib/interactions/errors'
import { httpErrors } from './error-table'

const realm = 'Bearer realm="vestra"'

/** Any thrown value as an error of the closed list; what we did not foresee is ours, and says nothing of itself. */
export function toInteractionError(thrown: unknown): InteractionError {
  if (thrown instanceof InteractionError) return thrown
  return new InteractionError('internal_error', 'Something went wrong on our side. Nothing was changed; try again.')
}

/** The error body and headers of C1, C5 and C7. */
export function errorResponse(error: InteractionError, requestId: string, publicUrl: string): Response {
  const { status } = httpErrors[error.code]
  const headers = new Headers({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  })
  if (error.code === 'unauthenticated') headers.set('WWW-Authenticate', realm)
  else if (status === 401) headers.set('WWW-Authenticate', `${realm}, error="invalid_token"`)
  if (error.code === 'insufficient_scope') {
    headers.set('WWW-Authenticate', `${realm}, error="insufficient_scope", scope="${error.details?.scope}"`)
  }
  if (error.retryAfterSeconds !== undefined) headers.set('Retry-After', String(error.retryAfterSeconds))
  return new Response(JSON.stringify(errorBody(error, requestId, publicUrl)), { status, headers })
}

/** The error as every door shows it (C1). */
export function errorBody(error: InteractionError, requestId: string, publicUrl: string) {
  return {
    error: {
      type: httpErrors[error.code].type,
      code: error.code,
      message: error.message,
      ...(error.param !== undefined && { param: error.param }),
      ...(error.details !== undefined && { details: error.details }),
      doc_url: `${publicUrl}/errors/${error.code}`,
      request_id: requestId,
    },
  }
}
