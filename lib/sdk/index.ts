import { createAnswer } from './answer'
import { createAsk } from './ask'

export type { AnswerBody, Answered, ListFilters, Page, ReadOptions, WriteOptions } from './answer'
export type { Result } from './ask'
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  VestraError,
  type VestraErrorCode,
} from './errors'
export { newIdempotencyKey } from './request'

export interface VestraOptions {
  baseUrl?: string
  apiKey?: string
  fetch?: typeof globalThis.fetch
  headers?: Record<string, string>
}

function fromEnvironment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name]
}

/** A client of one Vestra Inbox. In the browser, without a key, it speaks for the signed-in person. */
export class Vestra {
  readonly answer: ReturnType<typeof createAnswer>
  readonly ask: ReturnType<typeof createAsk>

  constructor(options: VestraOptions = {}) {
    const transport = {
      baseUrl: options.baseUrl ?? fromEnvironment('VESTRA_BASE_URL') ?? '',
      apiKey: options.apiKey ?? fromEnvironment('VESTRA_API_KEY'),
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      headers: options.headers ?? {},
    }
    this.answer = createAnswer(transport)
    this.ask = createAsk(transport)
  }
}
