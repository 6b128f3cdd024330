import type { Caller } from '@/lib/http/endpoint'
import { listPublicAgents } from '@/lib/services/agents'
import type { App } from '@/lib/services/context'
import { agentCard, cardResponse, changeOfCard, jsonRpcPath, restPath } from './card'
import { serveHttpJson } from './http-json'
import { serveJsonRpc } from './json-rpc'
import { newExchange } from './serve'

/** The whole A2A server as one function from Request to Response (D16). */
export async function handleA2A(app: App, request: Request, caller: Caller): Promise<Response> {
  const exchange = newExchange(app, request, caller)
  const { pathname } = exchange.url
  const path = pathname.replace(/\/+$/, '')
  if (path === jsonRpcPath || path === '/a2a') return serveJsonRpc(exchange)
  if (path.startsWith(`${restPath}/`)) return serveHttpJson(exchange, path.slice(restPath.length + 1))
  return new Response(null, { status: 404 })
}

/** What lies at well-known places: the agent card (A2A 8.2). */
export async function handleWellKnown(app: App, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname !== '/.well-known/agent-card.json') return new Response(null, { status: 404 })
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { Allow: 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Origin': '*' },
    })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } })
  }
  const agents = await listPublicAgents(app)
  return cardResponse(agentCard(app, agents), changeOfCard(agents), request)
}
