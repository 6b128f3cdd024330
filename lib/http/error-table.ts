import type { ErrorCode } from '@/lib/interactions/errors'

type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error'

/** How each error looks over HTTP (contract section 9, C1). */
export const httpErrors = {
  invalid_json: { status: 400, type: 'invalid_request_error' },
  invalid_text: { status: 400, type: 'invalid_request_error' },
  invalid_request: { status: 400, type: 'invalid_request_error' },
  unknown_parameter: { status: 400, type: 'invalid_request_error' },
  invalid_cursor: { status: 400, type: 'invalid_request_error' },
  invalid_idempotency_key: { status: 400, type: 'invalid_request_error' },
  answer_mismatch: { status: 400, type: 'invalid_request_error' },
  invalid_answers: { status: 400, type: 'invalid_request_error' },
  present_user_required: { status: 400, type: 'invalid_request_error' },
  nonce_required: { status: 400, type: 'invalid_request_error' },
  nonce_mismatch: { status: 400, type: 'invalid_request_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  invalid_credentials: { status: 401, type: 'authentication_error' },
  session_expired: { status: 401, type: 'authentication_error' },
  insufficient_scope: { status: 403, type: 'permission_error' },
  session_not_allowed: { status: 403, type: 'permission_error' },
  origin_not_allowed: { status: 403, type: 'permission_error' },
  not_their_item: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  already_resolved: { status: 409, type: 'conflict_error' },
  already_cancelled: { status: 409, type: 'conflict_error' },
  expired: { status: 409, type: 'conflict_error' },
  read_only: { status: 409, type: 'conflict_error' },
  idempotency_in_progress: { status: 409, type: 'idempotency_error' },
  external_id_conflict: { status: 409, type: 'conflict_error' },
  body_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  idempotency_key_reused: { status: 422, type: 'idempotency_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  too_many_pending: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  unavailable: { status: 503, type: 'api_error' },
} as const satisfies Record<ErrorCode, { status: number; type: ErrorType }>
