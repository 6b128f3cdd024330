import { ConnectionError, toVestraError, type VestraError, type VestraErrorCode } from './errors'

export interface Transport {
  baseUrl: string
  apiKey: string | undefined
  fetch: typeof globalThis.fetch
  headers: Record<string, string>
}

export interface Call {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | number | undefined> | undefined
  /** A value, or JSON text that is sent as it stands. */
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

const maxRetries = 2
const firstDelayMs = 300
const defaultTimeoutMs = 20_000

/** Sends one call, and again after a fault that may pass; a write keeps its one Idempotency-Key over all its tries. */
export async function send<T>(transport: Transport, call: Call): Promise<T> {
  const idempotencyKey = call.method === 'GET' ? undefined : (call.idempotencyKey ?? newIdempotencyKey())
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce<T>(transport, call, idempotencyKey)
    } catch (error) {
      if (attempt === maxRetries || call.signal?.aborted || !mayPass(error)) throw error
      await pause(delayMs(error, attempt), call.signal)
    }
  }
}

async function sendOnce<T>(transport: Transport, call: Call, idempotencyKey: string | undefined): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await transport.fetch(toUrl(transport.baseUrl, call), {
      method: call.method,
      headers: {
        ...transport.headers,
        ...(transport.apiKey !== undefined && { authorization: `Bearer ${transport.apiKey}` }),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      signal: withTimeout(call.signal, call.timeoutMs ?? defaultTimeoutMs),
      ...(call.body !== undefined && { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
    })
    text = await response.text()
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    throw new ConnectionError(
      { status: 0, code: 'connection_failed', message: 'The server did not answer.' },
      { cause },
    )
  }
  const body = parse(text)
  if (response.ok && body !== undefined) return body as T
  throw toError(response, body)
}

function toUrl(baseUrl: string, { path, query }: Call): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${baseUrl.replace(/\/+$/, '')}${path}${search && `?${search}`}`
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(response: Response, body: unknown): VestraError {
  const { error } = (body ?? {}) as {
    error?: { code?: string; message?: string; param?: string; details?: Record<string, unknown>; request_id?: string }
  }
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
function mayPass(error: unknown): boolean {
  const { status, code } = error as Partial<VestraError>
  return status === 0 || status === 408 || status === 429 || code === 'idempotency_in_progress' || (status ?? 0) >= 500
}

function delayMs(error: unknown, attempt: number): number {
  const { retryAfterSeconds } = error as Partial<VestraError>
  const backoffMs = firstDelayMs * 2 ** attempt * (0.5 + Math.random())
  return Math.max(backoffMs, Math.min(retryAfterSeconds ?? 0, 10) * 1000)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
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
