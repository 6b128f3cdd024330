import type { ErrorCode } from './types'

/** The code of the error body, or what the client itself met: no answer at all, or one that is not ours. */
export type VestraErrorCode = ErrorCode | 'connection_failed' | 'unexpected_response'

export interface VestraErrorParts {
  status: number
  code: VestraErrorCode
  message: string
  param?: string | undefined
  details?: Record<string, unknown> | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

export class VestraError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: VestraErrorCode
  readonly param: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(parts: VestraErrorParts, options?: ErrorOptions) {
    super(parts.message, options)
    this.name = new.target.name
    this.status = parts.status
    this.code = parts.code
    this.param = parts.param
    this.details = parts.details
    this.requestId = parts.requestId
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

export class BadRequestError extends VestraError {}
export class AuthenticationError extends VestraError {}
export class PermissionDeniedError extends VestraError {}
export class NotFoundError extends VestraError {}
export class MethodNotAllowedError extends VestraError {}
export class TimeoutError extends VestraError {}
export class ConflictError extends VestraError {}
export class PayloadTooLargeError extends VestraError {}
export class UnsupportedMediaTypeError extends VestraError {}
export class UnprocessableError extends VestraError {}
export class RateLimitError extends VestraError {}
export class ServerError extends VestraError {}
/** Nobody answered: whether the server did what was asked is not known. */
export class ConnectionError extends VestraError {}

const classes: Record<number, typeof VestraError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  408: TimeoutError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: UnprocessableError,
  429: RateLimitError,
}

/** An error of the class that goes with its status. */
export function toVestraError(parts: VestraErrorParts): VestraError {
  const ErrorClass = classes[parts.status] ?? (parts.status >= 500 ? ServerError : VestraError)
  return new ErrorClass(parts)
}
