import { ConnectionError, VestraError } from './errors'
import type { ReadOptions } from './request'

/** The extension under which a task shows what it waits for, and takes the answer. */
export const interactionsExtension = 'https://docs.nylorun.com/a2a/interactions/v1'

export interface OpenInteraction {
  interactionId: string
  kind: 'approval' | 'question' | 'connection'
  prompt: string
  detail?: Record<string, unknown>
}

export interface A2AMessage {
  messageId: string
  role: string
  parts: Record<string, unknown>[]
  taskId?: string
  contextId?: string
  extensions?: string[]
  metadata?: Record<string, unknown>
}

export interface A2ATask {
  id: string
  contextId?: string
  status: { state: string; timestamp?: string; message?: A2AMessage }
  history?: A2AMessage[]
  artifacts?: Record<string, unknown>[]
}

export interface A2AAnswer extends ReadOptions {
  taskId: string
  contextId?: string | undefined
  interactionId: string
  /** The answer to an approval. */
  approved?: boolean
  /** The answer to a question or a connection, any JSON value. */
  value?: unknown
  /** The answer's idempotency key: the same id answers once, however often it is sent. `answer:<interactionId>` unless given. */
  messageId?: string
}

export interface A2AOptions {
  /** The agent's address for JSON-RPC. */
  url: string
  apiKey?: string | undefined
  fetch?: typeof globalThis.fetch
  headers?: Record<string, string>
}

interface RpcError {
  code: number
  message: string
  data?: Record<string, unknown>[]
}

/** An error of the other agent: `rpcCode` is A2A's, such as -32004, and `reason` its word. */
export class A2AError extends VestraError {
  readonly rpcCode: number
  readonly reason: string | undefined

  constructor(status: number, error: RpcError) {
    super({ status, code: 'unexpected_response', message: error.message })
    this.rpcCode = error.code
    const info = error.data?.find((detail) => String(detail['@type']).endsWith('google.rpc.ErrorInfo'))
    this.reason = typeof info?.reason === 'string' ? info.reason : undefined
  }
}

const timeoutMs = 60_000

/** The interaction that a task waits on, where its agent speaks the extension. */
export function openInteractionOf(task: A2ATask): OpenInteraction | null {
  const open = task.status.message?.metadata?.[interactionsExtension]
  return typeof open === 'object' && open !== null && 'interactionId' in open ? (open as OpenInteraction) : null
}

/** A client of one A2A agent, for what its tasks wait for. */
export class A2A {
  readonly #options: A2AOptions
  #requests = 0

  constructor(options: A2AOptions) {
    this.#options = options
  }

  /** Answers what a task waits for, once (N20). @returns the task, which is worked on again */
  async answer(answer: A2AAnswer): Promise<A2ATask> {
    const { taskId, contextId, interactionId, approved, messageId = `answer:${interactionId}`, signal } = answer
    const said = {
      ...(approved !== undefined && { approved }),
      ...('value' in answer && answer.value !== undefined && { value: answer.value }),
    }
    const message = {
      role: 'ROLE_USER',
      messageId,
      taskId,
      ...(contextId !== undefined && { contextId }),
      parts: [{ data: said }],
      extensions: [interactionsExtension],
      metadata: { [interactionsExtension]: { interactionId, ...said } },
    }
    const { task } = await this.#call<{ task: A2ATask }>('SendMessage', { message }, signal)
    return task
  }

  getTask(id: string, { signal }: ReadOptions = {}): Promise<A2ATask> {
    return this.#call<A2ATask>('GetTask', { id }, signal)
  }

  listTasks(
    filters: { status?: string; contextId?: string; pageSize?: number; pageToken?: string } = {},
    { signal }: ReadOptions = {},
  ): Promise<{ tasks: A2ATask[]; nextPageToken: string }> {
    return this.#call('ListTasks', { ...filters }, signal)
  }

  async #call<T>(method: string, params: Record<string, unknown>, signal: AbortSignal | undefined): Promise<T> {
    const { url, apiKey, headers, fetch: send = globalThis.fetch.bind(globalThis) } = this.#options
    let response: Response
    let body: { result?: T; error?: RpcError }
    try {
      const timeout = AbortSignal.timeout(timeoutMs)
      response = await send(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'a2a-version': '1.0',
          'a2a-extensions': interactionsExtension,
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#requests, method, params }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      body = (await response.json()) as typeof body
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new ConnectionError(
        { status: 0, code: 'connection_failed', message: 'The agent did not answer.' },
        { cause },
      )
    }
    if (body.error) throw new A2AError(response.status, body.error)
    if (body.result === undefined) {
      const message = `The agent answered ${response.status}.`
      throw new VestraError({ status: response.status, code: 'unexpected_response', message })
    }
    return body.result
  }
}
