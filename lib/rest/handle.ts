import { isPreflight, preflightHeaders } from '@/lib/http/cors'
import { type Caller, type Operation, serve } from '@/lib/http/endpoint'
import { errorResponse } from '@/lib/http/error-response'
import { InteractionError } from '@/lib/interactions/errors'
import { type App, newId } from '@/lib/services/context'
import { operations } from './operations'

interface Route {
  segments: string[]
  methods: Map<string, Operation>
}

const routes: Route[] = []
for (const operation of operations) {
  const segments = operation.path.split('/').slice(1)
  let route = routes.find((each) => each.segments.join('/') === segments.join('/'))
  if (!route) {
    route = { segments, methods: new Map() }
    routes.push(route)
  }
  route.methods.set(operation.method, operation)
}

function match(route: Route, segments: string[]): Record<string, string> | null {
  if (route.segments.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, pattern] of route.segments.entries()) {
    const segment = segments[index] ?? ''
    if (!pattern.startsWith('{')) {
      if (pattern !== segment) return null
    } else {
      params[pattern.slice(1, -1)] = decode(segment)
    }
  }
  return params
}

/** A segment that is no valid encoding names nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

function allowedMethods(route: Route): string {
  const methods = [...route.methods.keys()]
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/** The row that serves a call, if one does. */
export function findOperation(method: string, target: string): Operation | undefined {
  const segments = new URL(target, 'http://localhost').pathname.split('/').slice(1)
  return routes.find((each) => match(each, segments))?.methods.get(method)
}

/** The whole REST API as one function from Request to Response, for whichever mount serves it (D16). */
export async function handleRest(app: App, request: Request, caller: Caller): Promise<Response> {
  const response = await route(app, request, caller)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function route(app: App, request: Request, caller: Caller): Promise<Response> {
  const segments = new URL(request.url).pathname.split('/').slice(1)
  for (const each of routes) {
    const params = match(each, segments)
    if (!params) continue
    const operation = each.methods.get(request.method === 'HEAD' ? 'GET' : request.method)
    if (operation) return serve(app, operation, request, params, caller)
    const allow = allowedMethods(each)
    if (request.method === 'OPTIONS' && isPreflight(request)) {
      const asked = each.methods.get(request.headers.get('Access-Control-Request-Method') ?? '')
      return withRequestId(new Response(null, { status: 204 }), newId('req'), {
        Allow: allow,
        ...(asked?.cors && preflightHeaders(asked.method)),
      })
    }
    if (request.method === 'OPTIONS')
      return withRequestId(new Response(null, { status: 204 }), newId('req'), { Allow: allow })
    return refuse(app, new InteractionError('method_not_allowed', `Use one of ${allow}.`), { Allow: allow })
  }
  return refuse(app, new InteractionError('not_found', 'There is no such route.'))
}

function refuse(app: App, error: InteractionError, headers: Record<string, string> = {}): Response {
  const requestId = newId('req')
  const response = withRequestId(errorResponse(error, requestId, app.config.publicUrl), requestId, headers)
  app.metrics?.request('none', response.status, 0)
  app.log.info({ op: 'none', status: response.status, code: error.code, request_id: requestId })
  return response
}

function withRequestId(response: Response, requestId: string, headers: Record<string, string>): Response {
  response.headers.set('X-Request-Id', requestId)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
