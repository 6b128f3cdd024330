import { type ErrorCode, InteractionError } from '@/lib/interactions/errors'

/** The errors of A2A 1.0 (section 5.4), and the few that HTTP and JSON-RPC know besides. */
export const faults = {
  TASK_NOT_FOUND: { rpc: -32001, http: 404, status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, status: 'FAILED_PRECONDITION' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { rpc: -32003, http: 400, status: 'UNIMPLEMENTED' },
  UNSUPPORTED_OPERATION: { rpc: -32004, http: 400, status: 'UNIMPLEMENTED' },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, http: 415, status: 'INVALID_ARGUMENT' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { rpc: -32007, http: 400, status: 'FAILED_PRECONDITION' },
  VERSION_NOT_SUPPORTED: { rpc: -32009, http: 400, status: 'UNIMPLEMENTED' },
  PARSE_ERROR: { rpc: -32700, http: 400, status: 'INVALID_ARGUMENT' },
  INVALID_REQUEST: { rpc: -32600, http: 400, status: 'INVALID_ARGUMENT' },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, status: 'NOT_FOUND' },
  INVALID_PARAMS: { rpc: -32602, http: 400, status: 'INVALID_ARGUMENT' },
  INTERNAL: { rpc: -32603, http: 500, status: 'INTERNAL' },
  METHOD_NOT_ALLOWED: { rpc: -32600, http: 405, status: 'INVALID_ARGUMENT' },
  UNAVAILABLE: { rpc: -32603, http: 503, status: 'UNAVAILABLE' },
  UNAUTHENTICATED: { rpc: -32000, http: 401, status: 'UNAUTHENTICATED' },
  PERMISSION_DENIED: { rpc: -32000, http: 403, status: 'PERMISSION_DENIED' },
  RESOURCE_EXHAUSTED: { rpc: -32000, http: 429, status: 'RESOURCE_EXHAUSTED' },
  TOO_LARGE: { rpc: -32600, http: 413, status: 'INVALID_ARGUMENT' },
  ABORTED: { rpc: -32000, http: 409, status: 'ABORTED' },
} as const
export type Fault = keyof typeof faults

/** Those whose HTTP status a JSON-RPC response has as well: the request never reached the protocol. */
const ofTransport = new Set<Fault>([
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'TOO_LARGE',
  'UNAVAILABLE',
])

export class A2AError extends Error {
  readonly fault: Fault
  /** The field at fault. */
  readonly field: string | undefined
  readonly metadata: Record<string, string>

  constructor(
    fault: Fault,
    message: string,
    parts: { field?: string | undefined; metadata?: Record<string, string> } = {},
  ) {
    super(message)
    this.fault = fault
    this.field = parts.field
    this.metadata = parts.metadata ?? {}
  }
}

export const unsupported = (message: string) => new A2AError('UNSUPPORTED_OPERATION', message)
export const invalid = (field: string, message: string) => new A2AError('INVALID_PARAMS', message, { field })

/** How each error of ours looks over A2A. */
const faultOf = {
  invalid_json: 'PARSE_ERROR',
  invalid_text: 'INVALID_PARAMS',
  invalid_request: 'INVALID_PARAMS',
  unknown_parameter: 'INVALID_PARAMS',
  invalid_cursor: 'INVALID_PARAMS',
  invalid_idempotency_key: 'INVALID_PARAMS',
  answer_mismatch: 'INVALID_PARAMS',
  invalid_answers: 'INVALID_PARAMS',
  present_user_required: 'UNSUPPORTED_OPERATION',
  nonce_required: 'UNSUPPORTED_OPERATION',
  nonce_mismatch: 'UNSUPPORTED_OPERATION',
  unauthenticated: 'UNAUTHENTICATED',
  invalid_credentials: 'UNAUTHENTICATED',
  session_expired: 'UNAUTHENTICATED',
  insufficient_scope: 'PERMISSION_DENIED',
  session_not_allowed: 'PERMISSION_DENIED',
  origin_not_allowed: 'PERMISSION_DENIED',
  not_their_item: 'UNSUPPORTED_OPERATION',
  not_found: 'TASK_NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  already_resolved: 'UNSUPPORTED_OPERATION',
  already_cancelled: 'UNSUPPORTED_OPERATION',
  expired: 'UNSUPPORTED_OPERATION',
  read_only: 'UNSUPPORTED_OPERATION',
  idempotency_in_progress: 'ABORTED',
  external_id_conflict: 'INVALID_PARAMS',
  body_too_large: 'TOO_LARGE',
  unsupported_media_type: 'CONTENT_TYPE_NOT_SUPPORTED',
  idempotency_key_reused: 'INVALID_PARAMS',
  rate_limited: 'RESOURCE_EXHAUSTED',
  too_many_pending: 'RESOURCE_EXHAUSTED',
  internal_error: 'INTERNAL',
  unavailable: 'UNAVAILABLE',
} as const satisfies Record<ErrorCode, Fault>

/** Any thrown value as an A2A error; what we did not foresee is ours, and says nothing of itself. */
export function toA2AError(thrown: unknown): A2AError {
  if (thrown instanceof A2AError) return thrown
  if (!(thrown instanceof InteractionError)) return new A2AError('INTERNAL', 'Something went wrong on our side.')
  const isReused = thrown.code === 'idempotency_key_reused'
  return new A2AError(
    faultOf[thrown.code],
    isReused ? 'message.messageId: was used for another answer on this task.' : thrown.message,
    { field: isReused ? 'message.messageId' : thrown.param, metadata: { code: thrown.code } },
  )
}

/** Google's error details: what went wrong as a word, and the field at fault (A2A 9.5, 11.6). */
export function detailsOf(error: A2AError): Record<string, unknown>[] {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: error.fault,
    domain: 'a2a-protocol.org',
    metadata: error.metadata,
  }
  if (error.field === undefined) return [info]
  const violation = { field: error.field, description: error.message }
  return [info, { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }]
}

/** The HTTP status of a JSON-RPC response that carries the error. */
export function rpcStatusOf(error: A2AError): number {
  return ofTransport.has(error.fault) ? faults[error.fault].http : 200
}

/** Headers that go with an error on either binding (RFC 6750, RFC 9110). */
export function errorHeaders(error: A2AError): Record<string, string> {
  if (error.fault === 'UNAUTHENTICATED') {
    const isMissing = error.metadata.code === 'unauthenticated'
    return { 'WWW-Authenticate': `Bearer realm="vestra"${isMissing ? '' : ', error="invalid_token"'}` }
  }
  if (error.fault === 'PERMISSION_DENIED') {
    return { 'WWW-Authenticate': 'Bearer realm="vestra", error="insufficient_scope", scope="runtime"' }
  }
  return {}
}
