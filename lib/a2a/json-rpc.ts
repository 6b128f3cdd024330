import type { JsonObject } from '@/lib/interactions/json-text'
import { A2AError, detailsOf, errorHeaders, faults, rpcStatusOf, toA2AError } from './errors'
import { serveLegacy } from './legacy'
import { type Call, operationOf, readParams } from './operations'
import { admit, assertVersion, type Exchange, eventStream, finish, readJson, versionOf } from './serve'

type Id = string | number | null

function errorBody(error: A2AError, id: Id) {
  return {
    jsonrpc: '2.0',
    id,
    error: { code: faults[error.fault].rpc, message: error.message, data: detailsOf(error) },
  }
}

function json(status: number, body: unknown, headers: Headers): Response {
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}

/** The JSON-RPC binding (A2A 9). */
export async function serveJsonRpc(exchange: Exchange): Promise<Response> {
  const startedMs = performance.now()
  const headers = new Headers()
  let id: Id = null
  let call: Call | null = null
  let operation = 'rpc'
  try {
    if (exchange.request.method !== 'POST') {
      headers.set('Allow', 'POST')
      throw new A2AError('METHOD_NOT_ALLOWED', 'Use POST.')
    }
    call = await admit(exchange, headers)
    const body = await readRequest(exchange.request)
    id = idOf(body.value)
    if (versionOf(exchange) === '0.3' && exchange.app.config.a2aV03) {
      operation = 'v0.3'
      return finish(exchange, await serveLegacy(call, body.value, headers), call, operation, startedMs)
    }
    assertVersion(exchange)
    const { method, params } = readEnvelope(body.value)
    const found = operationOf(method)
    if (!found) throw new A2AError('METHOD_NOT_FOUND', `There is no method ${JSON.stringify(method.slice(0, 80))}.`)
    operation = method
    const read = readParams(found, params)
    if ('stream' in found) {
      const frame = (result: unknown) => ({ jsonrpc: '2.0', id, result })
      const fault = (thrown: unknown) => errorBody(noted(exchange, thrown), id)
      const response = await eventStream(found.stream(call, read), frame, fault, headers)
      return finish(exchange, response, call, operation, startedMs)
    }
    const result = await found.run(call, read)
    return finish(exchange, json(200, { jsonrpc: '2.0', id, result }, headers), call, operation, startedMs)
  } catch (thrown) {
    const error = noted(exchange, thrown)
    for (const [name, value] of Object.entries(errorHeaders(error))) headers.set(name, value)
    const status = error.fault === 'METHOD_NOT_ALLOWED' ? 405 : rpcStatusOf(error)
    return finish(exchange, json(status, errorBody(error, id), headers), call, operation, startedMs)
  }
}

/** What we did not foresee is written down; the caller learns no more than that. */
export function noted({ app, requestId }: Exchange, thrown: unknown): A2AError {
  const error = toA2AError(thrown)
  if (error.fault === 'INTERNAL') app.log.error({ err: thrown, request_id: requestId, op: 'a2a' })
  return error
}

async function readRequest(request: Request): Promise<JsonObject> {
  try {
    const body = await readJson(request)
    if (body) return body
  } catch (thrown) {
    const error = toA2AError(thrown)
    throw error.metadata.code === 'invalid_request' ? new A2AError('INVALID_REQUEST', error.message) : error
  }
  throw new A2AError('INVALID_REQUEST', 'Send a JSON-RPC request.')
}

function idOf({ id }: Record<string, unknown>): Id {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** @throws INVALID_REQUEST for what is no JSON-RPC 2.0 request */
function readEnvelope(body: Record<string, unknown>): { method: string; params: unknown } {
  const { jsonrpc, method, id, params } = body
  const isId = id === undefined || id === null || typeof id === 'string' || Number.isInteger(id)
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method === '' || !isId) {
    throw new A2AError('INVALID_REQUEST', 'Send {"jsonrpc": "2.0", "id": …, "method": …, "params": …}.')
  }
  return { method, params }
}
