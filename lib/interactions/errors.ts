/** Every error a caller can meet, on any door. Closed: each transport has one total table over it (contract section 9). */
export const errorCodes = [
  'invalid_json',
  'invalid_text',
  'invalid_request',
  'unknown_parameter',
  'invalid_cursor',
  'invalid_idempotency_key',
  'answer_mismatch',
  'invalid_answers',
  'present_user_required',
  'nonce_required',
  'nonce_mismatch',
  'unauthenticated',
  'invalid_credentials',
  'session_expired',
  'insufficient_scope',
  'session_not_allowed',
  'origin_not_allowed',
  'not_their_item',
  'not_found',
  'method_not_allowed',
  'already_resolved',
  'already_cancelled',
  'expired',
  'read_only',
  'idempotency_in_progress',
  'external_id_conflict',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'too_many_pending',
  'internal_error',
  'unavailable',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface ErrorParts {
  /** The field at fault, as a path into the request: `answers[0]`, `tool.source`. */
  param?: string | undefined
  details?: Record<string, unknown> | undefined
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number | undefined
}

export class InteractionError extends Error {
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, parts: ErrorParts = {}) {
    super(message)
    this.name = 'InteractionError'
    this.code = code
    this.param = parts.param
    this.details = parts.details
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** The same answer for "there is none" and "it is not yours", so that nobody learns what exists (contract C3). */
export function notFound(): InteractionError {
  return new InteractionError('not_found', 'There is nothing here with that id that this credential may see.')
}
