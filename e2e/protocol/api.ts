/** What a response body can hold; a test knows which it asked for. */
interface Body {
  object: string
  id: string
  type: string
  status: string
  summary: string
  decision: string | null
  outcome: { decision: string } | null
  resolved_at: string | null
  expires_at: string | null
  digest: string
  data: Body[]
  next_cursor: string | null
  error: { code: string; message: string; details?: Record<string, unknown> }
}

export interface Answer {
  status: number
  headers: Headers
  body: Body
}

export interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Api = ReturnType<typeof apiAt>

export const asks = {
  approval: { kind: 'custom', type: 'approval', user_id: 'traveller-42', summary: 'publish it', renderer: 'post' },
  question: {
    kind: 'ask_question',
    user_id: 'traveller-42',
    summary: 'one question',
    questions: [{ question: 'Now?', options: [{ label: 'Yes' }, { label: 'No' }] }],
  },
}

/** The API of a server over HTTP, with one key. */
export function apiAt(url: string, key: string) {
  async function call(method: string, path: string, { body, headers, signal }: Call = {}): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }

  return {
    call,
    open: (body: unknown = asks.approval, headers: Record<string, string> = {}) =>
      call('POST', '/v1/interactions', { body, headers }),
    get: (id: string, query = '', signal?: AbortSignal) =>
      call('GET', `/v1/interactions/${id}${query}`, signal ? { signal } : {}),
    result: (id: string, query = '', signal?: AbortSignal) =>
      call('GET', `/v1/interactions/${id}/result${query}`, signal ? { signal } : {}),
    answer: (id: string, body: unknown, headers: Record<string, string> = {}) =>
      call('POST', `/v1/interactions/${id}/answer`, { body, headers }),
    cancel: (id: string, headers: Record<string, string> = {}) =>
      call('POST', `/v1/interactions/${id}/cancel`, { headers }),
    list: (query = '') => call('GET', `/v1/interactions${query}`),
  }
}
