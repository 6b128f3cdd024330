import { handleA2A, handleWellKnown } from '@/lib/a2a/handle'
import type { Api, Caller, Key } from './api'
import { origin } from './api'

export const extension = 'https://docs.nylorun.com/a2a/interactions/v1'

/** What the tests read of a task or an error, over either binding. */
export interface Wire {
  id: string
  contextId: string
  status: { state: string; timestamp: string; message?: WireMessage }
  history?: WireMessage[]
  artifacts?: { artifactId: string; parts: Record<string, unknown>[] }[]
}

interface WireMessage {
  messageId: string
  role: string
  parts: { text?: string; data?: unknown }[]
  taskId?: string
  contextId?: string
  extensions?: string[]
  metadata?: Record<string, Record<string, unknown>>
}

export interface Outcome {
  http: number
  headers: Headers
  /** The result, or undefined for an error. */
  result: Record<string, unknown> & { task: Wire; tasks: Wire[] } & Wire
  /** The reason word of an error (ErrorInfo), or undefined. */
  reason: string | undefined
  code: number | undefined
  message: string | undefined
  details: Record<string, unknown>[] | undefined
  raw: unknown
}

export const bindings = ['JSONRPC', 'HTTP+JSON'] as const
type Binding = (typeof bindings)[number]

export interface Options {
  by?: Caller
  /** Whether the extension is active. */
  active?: boolean
  headers?: Record<string, string>
  binding?: Binding
}

const restCalls: Record<string, (params: Record<string, unknown>) => { method: string; path: string }> = {
  SendMessage: () => ({ method: 'POST', path: '/message:send' }),
  SendStreamingMessage: () => ({ method: 'POST', path: '/message:stream' }),
  GetTask: ({ id, ...query }) => ({ method: 'GET', path: `/tasks/${id}${queryOf(query)}` }),
  ListTasks: (query) => ({ method: 'GET', path: `/tasks${queryOf(query)}` }),
  CancelTask: ({ id }) => ({ method: 'POST', path: `/tasks/${id}:cancel` }),
  SubscribeToTask: ({ id }) => ({ method: 'GET', path: `/tasks/${id}:subscribe` }),
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** A fetch that stays in this process: what the server would answer at its public address. */
export function fetchOf(api: Pick<Api, 'app'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    if (path.startsWith('/.well-known/')) return handleWellKnown(api.app, request)
    return handleA2A(api.app, request, { address: '127.0.0.1' })
  }
}

export function a2aOf(api: Api) {
  const fetchIt = fetchOf(api)
  let count = 0

  function headersOf({ by = api.runtime, active = false, headers }: Options) {
    return {
      'A2A-Version': '1.0',
      ...(active && { 'A2A-Extensions': extension }),
      ...by.headers,
      ...headers,
    }
  }

  async function request(name: string, params: Record<string, unknown>, options: Options): Promise<Response> {
    const headers = headersOf(options)
    if ((options.binding ?? 'JSONRPC') === 'JSONRPC') {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++count, method: name, params })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }
      return fetchIt(`${origin}/a2a/jsonrpc`, init)
    }
    const call = restCalls[name]?.(params)
    if (!call) throw new Error(`no path for ${name}`)
    const isPost = call.method === 'POST'
    return fetchIt(`${origin}/a2a/rest${call.path}`, {
      method: call.method,
      headers: { ...(isPost && { 'Content-Type': 'application/json' }), ...headers },
      ...(isPost && { body: JSON.stringify(params) }),
    })
  }

  /** Calls an operation and reads what came back, the same for both bindings. */
  async function call(name: string, params: Record<string, unknown>, options: Options = {}): Promise<Outcome> {
    const response = await request(name, params, options)
    const raw = (await response.json()) as Record<string, unknown>
    const error = raw.error as
      | { code: number; message: string; data?: Record<string, unknown>[]; details?: Record<string, unknown>[] }
      | undefined
    const details = error?.data ?? error?.details
    const isRpc = (options.binding ?? 'JSONRPC') === 'JSONRPC'
    return {
      http: response.status,
      headers: response.headers,
      result: (error ? undefined : isRpc ? raw.result : raw) as Outcome['result'],
      reason: details?.find((each) => String(each['@type']).endsWith('ErrorInfo'))?.reason as string | undefined,
      code: error?.code,
      message: error?.message,
      details,
      raw,
    }
  }

  let messages = 0
  const newMessageId = () => `m-${++messages}`

  return {
    call,
    request,
    newMessageId,
    card: (headers: Record<string, string> = {}) => fetchIt(`${origin}/.well-known/agent-card.json`, { headers }),
    /** Opens an item as an agent, in a task of its own or a given one. */
    async ask(asked: Record<string, unknown>, by?: Key) {
      const item = await api.open(asked, by)
      return { item, taskId: item.task_id ?? '' }
    },
    get: async (id: string, options: Options = {}) => (await call('GetTask', { id }, options)).result,
    send: (message: Record<string, unknown>, options: Options & { configuration?: Record<string, unknown> } = {}) =>
      call(
        'SendMessage',
        {
          message: { role: 'ROLE_USER', messageId: newMessageId(), ...message },
          configuration: { returnImmediately: true, ...options.configuration },
        },
        options,
      ),
    /** Answers through the extension. */
    answer(
      target: { taskId: string; interactionId: string; contextId?: string },
      answer: Record<string, unknown>,
      options: Options & { messageId?: string; text?: string } = {},
    ) {
      const message = {
        role: 'ROLE_USER',
        messageId: options.messageId ?? newMessageId(),
        taskId: target.taskId,
        ...(target.contextId !== undefined && { contextId: target.contextId }),
        parts: options.text === undefined ? [{ data: answer }] : [{ text: options.text }],
        extensions: [extension],
        metadata: { [extension]: { interactionId: target.interactionId, ...answer } },
      }
      return call('SendMessage', { message }, { active: true, ...options })
    },
    /** Reads a stream's events until it closes, or `stop` says so. */
    async *stream(name: string, params: Record<string, unknown>, options: Options = {}) {
      const response = await request(name, params, options)
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        throw new Error(`no stream: ${response.status} ${await response.text()}`)
      }
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      if (!reader) return
      let buffer = ''
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          buffer += value
          for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
            const frame = buffer.slice(0, end)
            buffer = buffer.slice(end + 2)
            if (!frame.startsWith('data: ')) continue
            const data = JSON.parse(frame.slice(6)) as Record<string, unknown>
            yield (data.jsonrpc ? (data.result ?? data) : data) as StreamedEvent
          }
        }
      } finally {
        await reader.cancel()
      }
    },
  }
}

export interface StreamedEvent {
  task?: Wire
  statusUpdate?: { taskId: string; contextId: string; status: Wire['status'] }
  artifactUpdate?: { artifact: { artifactId: string; parts: unknown[] }; append?: boolean; lastChunk?: boolean }
  error?: unknown
}

export const interactionOf = (task: Wire) => task.status.message?.metadata?.[extension]
