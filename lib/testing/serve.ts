import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { handlerOf } from '@/lib/http/mount'
import { startApi } from './api'

export type Served = Awaited<ReturnType<typeof serveApi>>

/** The API of `startApi` on a port of its own, through the same handlers as the server. */
export async function serveApi(settings: Record<string, string> = {}) {
  let listener: ReturnType<typeof getRequestListener> | undefined
  const server = createServer({ joinDuplicateHeaders: true }, (incoming, outgoing) => {
    void listener?.(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = await startApi('sqlite', { PUBLIC_URL: url, ...settings })
  const fetchFromNode = (request: Request, { incoming }: HttpBindings) => {
    const handler = handlerOf(new URL(request.url).pathname)
    return handler
      ? handler(api.app, request, { address: incoming.socket.remoteAddress ?? null })
      : new Response(null, { status: 404 })
  }
  listener = getRequestListener(fetchFromNode as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  })
  return {
    ...api,
    url,
    /** Ends every connection, as a server that dies does. */
    dropConnections: () => server.closeAllConnections(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await api.close()
    },
  }
}
