import { ConnectionError, toVestraError, type VestraError, type VestraErrorCode } from './errors'

export interface Transport {
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string | undefined
  fetch: typeof globalThis.fetch
  headers: Record<string, string>
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** How long one try may take. */
  timeoutMs?: number | undefined
}

export interface WriteOptions extends ReadOptions {
  idempotencyKey?: string | undefined
  /** How often to try again after a fault that may pass: 2 unless said otherwise. */
  retries?: number | undefined
  /** Further headers, for this call alone. */
  headers?: Record<string, string> | undefined
}

export interface Call extends WriteOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean | undefined> | undefined
  /** A value, or JSON text that is sent as it stands. */
  body?: unknown
  /** The server does this once for each try: after a try without an answer it is not sent again. */
  isOncePerTry?: true | undefined
}

const defaultRetries = 2
const firstDelayMs = 300
const defaultTimeoutMs = 20_000

/** Sends one call, and again after a fault that may pass; a write keeps its one Idempotency-Key over all its tries. */
export async function send<T>(transport: Transport, call: Call): Promise<T> {
  return JSON.parse(await sendForText(transport, call)) as T
}

/** The same, for the JSON text of the answer as the server sent it. */
export async function sendForText(transport: Transport, call: Call): Promise<string> {
  const idempotencyKey = call.method === 'POST' ? (call.idempotencyKey ?? newIdempotencyKey()) : undefined
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(transport, call, idempotencyKey)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (attempt >= (call.retries ?? defaultRetries) || !mayPass(error, call)) throw error
      await pause(delayMs(error, attempt), call.signal)
    }
  }
}

async function sendOnce(transport: Transport, call: Call, idempotencyKey: string | undefined): Promise<string> {
  const { signal, timeoutMs = defaultTimeoutMs } = call
  const headers = { ...call.headers, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) }
  const response = await open(transport, call, headers, withTimeout(signal, timeoutMs))
  const text = await response.text().catch((cause) => {
    throw connectionError(cause, transport.baseUrl)
  })
  const parsed = parse(text)
  if (response.ok && parsed !== undefined) return text
  throw toError(response, parsed)
}

/** One request, up to the headers of its answer. */
export async function open(
  transport: Transport,
  call: Call,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { body } = call
  const init = {
    method: call.method,
    headers: {
      'vestra-client': 'sdk',
      ...transport.headers,
      ...(transport.apiKey !== undefined && { authorization: `Bearer ${transport.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(signal && { signal }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  try {
    return await transport.fetch(toUrl(transport.baseUrl, call), init)
  } catch (cause) {
    throw connectionError(cause, transport.baseUrl)
  }
}

/** Names the server, and nothing else that an address may hold. */
function connectionError(cause: unknown, baseUrl: string) {
  const isHttp = baseUrl === '' || /^https?:\/\//i.test(baseUrl)
  const name = isHttp && URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'The server'
  const message = isHttp ? `${name} did not answer.` : "The server's address must begin with http:// or https://."
  return new ConnectionError({ status: 0, code: 'connection_failed', message }, { cause })
}

function toUrl(baseUrl: string, { path, query }: Call): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${baseUrl}${path}${search && `?${search}`}`
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; param?: string; details?: Record<string, unknown>; request_id?: string }
}

export function toError(response: Response, body: unknown): VestraError {
  const { error } = (body ?? {}) as ErrorBody
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return toVestraError({
    status: response.status,
    code: (error?.code ?? 'unexpected_response') as VestraErrorCode,
    message: error?.message ?? `The server answered ${response.status}.`,
    param: error?.param,
    details: error?.details,
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** Faults of the way and of the moment: the same call may succeed later. */
function mayPass(error: unknown, { isOncePerTry }: Call): boolean {
  const { status, code } = error as Partial<VestraError>
  if (status === 429 || code === 'idempotency_in_progress') return true
  return !isOncePerTry && (status === 0 || status === 408 || (status ?? 0) >= 500)
}

/** Whether waiting longer makes sense: nobody has refused anything. */
export function isPassing(error: unknown): boolean {
  const { status } = error as Partial<VestraError>
  return status === 0 || status === 408 || status === 429 || (status ?? 0) >= 500
}

function delayMs(error: unknown, attempt: number): number {
  const { retryAfterSeconds } = error as Partial<VestraError>
  return Math.max(backoffMs(attempt), Math.min(retryAfterSeconds ?? 0, 10) * 1000)
}

const longestBackoffMs = 30_000

/** Twice as long each time, give or take half, so that many clients do not come back at once. */
export function backoffMs(attempt: number): number {
  return Math.min(firstDelayMs * 2 ** attempt, longestBackoffMs) * (0.5 + Math.random())
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** 128 random bits. `randomUUID` does not exist on pages that came over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
