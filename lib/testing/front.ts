import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface FrontOptions {
  /** The server that stands behind. */
  target: number
  /** For callers that bring no credential. */
  key: string
  /** One that is free, unless given. */
  port?: number
  /** What the front answers itself, as JSON. */
  direct?: (body: string, path: string) => Record<string, unknown> | null
}

/** Stands in front of a server for callers that cannot bring a credential, and gives them one. */
export async function startFront({ target, key, port = 0, direct }: FrontOptions) {
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '/' } = incoming
    const body = await buffer(incoming)
    const own = direct?.(body.toString(), url)
    if (own) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' })
      return outgoing.end(JSON.stringify(own))
    }
    const headers = { authorization: `Bearer ${key}`, ...incoming.headers, 'content-length': body.length }
    const asked = forward({ host: '127.0.0.1', port: target, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    asked.end(body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
