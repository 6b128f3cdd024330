import { A2AError, detailsOf, errorHeaders, faults } from './errors'
import { noted } from './json-rpc'
import { type Call, type OperationName, operationOf, readParams } from './operations'
import { admit, assertVersion, type Exchange, eventStream, finish, readJson, speaksA2AJson } from './serve'

interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** After the base and the tenant; the groups are parameters. */
  path: RegExp
  operation: OperationName
}

/** The HTTP+JSON binding's paths (A2A 11.3). Subscribing is a GET in the proto and a POST in the text: both are served. */
const routes: readonly Route[] = [
  { method: 'POST', path: /^message:send$/, operation: 'SendMessage' },
  { method: 'POST', path: /^message:stream$/, operation: 'SendStreamingMessage' },
  { method: 'GET', path: /^tasks$/, operation: 'ListTasks' },
  { method: 'POST', path: /^tasks\/(?<id>[^/]+):cancel$/, operation: 'CancelTask' },
  { method: 'GET', path: /^tasks\/(?<id>[^/]+):subscribe$/, operation: 'SubscribeToTask' },
  { method: 'POST', path: /^tasks\/(?<id>[^/]+):subscribe$/, operation: 'SubscribeToTask' },
  { method: 'GET', path: /^tasks\/(?<id>[^/:]+)$/, operation: 'GetTask' },
  {
    method: 'POST',
    path: /^tasks\/(?<taskId>[^/]+)\/pushNotificationConfigs$/,
    operation: 'CreateTaskPushNotificationConfig',
  },
  {
    method: 'GET',
    path: /^tasks\/(?<taskId>[^/]+)\/pushNotificationConfigs$/,
    operation: 'ListTaskPushNotificationConfigs',
  },
  {
    method: 'GET',
    path: /^tasks\/(?<taskId>[^/]+)\/pushNotificationConfigs\/(?<id>[^/]+)$/,
    operation: 'GetTaskPushNotificationConfig',
  },
  {
    method: 'DELETE',
    path: /^tasks\/(?<taskId>[^/]+)\/pushNotificationConfigs\/(?<id>[^/]+)$/,
    operation: 'DeleteTaskPushNotificationConfig',
  },
  { method: 'GET', path: /^extendedAgentCard$/, operation: 'GetExtendedAgentCard' },
]

/** Query parameters that are no strings. */
const numbers = new Set(['historyLength', 'pageSize'])
const booleans = new Set(['includeArtifacts'])
const ofService = new Set(['A2A-Version', 'A2A-Extensions'])

function errorResponse(error: A2AError, headers: Headers): Response {
  const { http, status } = faults[error.fault]
  for (const [name, value] of Object.entries(errorHeaders(error))) headers.set(name, value)
  const body = { error: { code: http, status, message: error.message, details: detailsOf(error) } }
  return json(http, body, headers)
}

function json(status: number, body: unknown, headers: Headers): Response {
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}

/** The HTTP+JSON binding (A2A 11). @param path after the base, undecoded */
export async function serveHttpJson(exchange: Exchange, path: string): Promise<Response> {
  const startedMs = performance.now()
  const headers = new Headers()
  let call: Call | null = null
  let operation = 'rest'
  try {
    call = await admit(exchange, headers)
    assertVersion(exchange)
    const { route, params, tenant } = find(exchange.request.method, path, headers)
    operation = route.operation
    call.tenant = tenant
    if (speaksA2AJson(exchange.request)) headers.set('Content-Type', 'application/a2a+json')
    const found = operationOf(route.operation)
    if (!found) throw new Error(`no operation ${route.operation}`)
    const hasBody = route.method === 'POST'
    const isOptional = route.operation === 'CancelTask' || route.operation === 'SubscribeToTask'
    const body = hasBody ? await readJson(exchange.request, isOptional) : null
    const read = readParams(found, { ...readQuery(exchange.url), ...body?.value, ...params })
    if ('stream' in found) {
      const fault = (thrown: unknown) => {
        const error = noted(exchange, thrown)
        const { http, status } = faults[error.fault]
        return { error: { code: http, status, message: error.message, details: detailsOf(error) } }
      }
      const response = await eventStream(found.stream(call, read), (event) => event, fault, headers)
      return finish(exchange, response, call, operation, startedMs)
    }
    const response = json(200, await found.run(call, read), headers)
    return finish(exchange, response, call, operation, startedMs)
  } catch (thrown) {
    const response = errorResponse(noted(exchange, thrown), headers)
    return finish(exchange, response, call, operation, startedMs)
  }
}

/** @throws METHOD_NOT_FOUND, METHOD_NOT_ALLOWED */
function find(method: string, path: string, headers: Headers) {
  const [first = '', ...rest] = path.split('/')
  const isTenant = !/^(message:|tasks$|tasks\/|extendedAgentCard$)/.test(path)
  const target = isTenant ? rest.join('/') : path
  const matching = routes.filter((route) => route.path.test(decode(target)))
  const route = matching.find((each) => each.method === method)
  if (!route) {
    if (matching.length === 0) throw new A2AError('METHOD_NOT_FOUND', 'There is no such path.')
    headers.set('Allow', matching.map((each) => each.method).join(', '))
    throw new A2AError('METHOD_NOT_ALLOWED', `Use ${headers.get('Allow')}.`)
  }
  const params = decode(target).match(route.path)?.groups ?? {}
  return { route, params: { ...params }, tenant: isTenant ? decode(first) : null }
}

/** A path that is no valid encoding names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function readQuery(url: URL): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of url.searchParams) {
    if (ofService.has(name) || text === '') continue
    if (numbers.has(name)) values[name] = /^-?\d{1,9}$/.test(text) ? Number(text) : text
    else if (booleans.has(name)) values[name] = text === 'true' ? true : text === 'false' ? false : text
    else values[name] = text
  }
  return values
}
