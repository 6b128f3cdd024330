import { createAccess } from './access'
import { createAnswer } from './answer'
import { createAsk } from './ask'
import { type AskApprovalOptions, askApproval } from './ask-approval'
import { createEvents } from './events'
import { relayMcp } from './mcp'
import { type Call, sendForText, type Transport } from './request'
import { verifyWebhook } from './webhook'

export {
  A2A,
  type A2AAnswer,
  A2AError,
  type A2AMessage,
  type A2AOptions,
  type A2ATask,
  interactionsExtension,
  type OpenInteraction,
  openInteractionOf,
} from './a2a'
export type { AnswerBody, GetOptions, ListFilters } from './answer'
export type { AskApproval, AskFields, AskOptions, Opened, Result, Verification } from './ask'
export { type AskApprovalOptions, NotApprovedError } from './ask-approval'
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnprocessableError,
  UnsupportedMediaTypeError,
  VestraError,
  type VestraErrorCode,
} from './errors'
export type { EventType, StreamEvent, StreamOptions, VestraEvent } from './events'
export type { AskHandle, WaitOptions } from './handle'
export type { List, Page } from './list'
export { type Call, newIdempotencyKey, type ReadOptions, type WriteOptions } from './request'
export type * from './types'
export { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhook'

export interface VestraOptions {
  /** Where the inbox is. `VESTRA_BASE_URL` when absent. */
  baseUrl?: string | undefined
  /** `VESTRA_API_KEY` when absent. */
  apiKey?: string | undefined
  fetch?: typeof globalThis.fetch
  headers?: Record<string, string>
}

function fromEnvironment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name] || undefined
}

/** Where `npm start` serves it. A page in a browser talks to where it came from. */
const localUrl = 'http://localhost:3000'

/** Paths begin at the root of the inbox; many name the address of the API instead. */
function toRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/** A client of one Vestra Inbox. In the browser, without a key, it speaks for the signed-in person. */
export class Vestra {
  /** What waits for an answer: `answer(id, body)`, `.list`, `.get`, `.cancel`. */
  readonly answer: ReturnType<typeof createAnswer>
  /** Asks a person, an app or a tool of yours: `ask(kind, fields)`, `.approval`, `.question` and others. */
  readonly ask: ReturnType<typeof createAsk>
  readonly events: ReturnType<typeof createEvents>
  readonly sessions: ReturnType<typeof createAccess>['sessions']
  readonly connections: ReturnType<typeof createAccess>['connections']
  readonly conversations: ReturnType<typeof createAccess>['conversations']
  readonly tasks: ReturnType<typeof createAccess>['tasks']
  readonly keys: ReturnType<typeof createAccess>['keys']
  readonly people: ReturnType<typeof createAccess>['people']
  readonly users: ReturnType<typeof createAccess>['users']
  readonly webhooks: ReturnType<typeof createAccess>['webhooks']
  /** Asks for an approval and waits; throws `NotApprovedError` for anything but a yes. */
  readonly askApproval: (
    fields: Parameters<typeof askApproval>[1],
    options?: AskApprovalOptions,
  ) => ReturnType<typeof askApproval>
  /** Any other call of the API, as the JSON text that the server sent. */
  readonly requestText: (call: Call) => Promise<string>
  /** Sends one MCP message, as JSON text, and yields what comes back. */
  readonly mcp: (message: string, options?: { signal?: AbortSignal | undefined }) => AsyncIterable<string>
  readonly verifyWebhook = verifyWebhook

  constructor(options: VestraOptions = {}) {
    const isPage = typeof document !== 'undefined'
    const transport: Transport = {
      baseUrl: toRoot(options.baseUrl ?? fromEnvironment('VESTRA_BASE_URL') ?? (isPage ? '' : localUrl)),
      apiKey: options.apiKey ?? fromEnvironment('VESTRA_API_KEY'),
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      headers: options.headers ?? {},
    }
    this.answer = createAnswer(transport)
    this.ask = createAsk(transport)
    this.events = createEvents(transport)
    const access = createAccess(transport)
    this.sessions = access.sessions
    this.connections = access.connections
    this.conversations = access.conversations
    this.tasks = access.tasks
    this.keys = access.keys
    this.people = access.people
    this.users = access.users
    this.webhooks = access.webhooks
    this.askApproval = (fields, askOptions) => askApproval(this.ask, fields, askOptions)
    this.mcp = (message, mcpOptions) => relayMcp(transport, message, mcpOptions)
    this.requestText = (call) => sendForText(transport, call)
  }
}
