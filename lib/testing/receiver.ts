import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

type Reply = { status: number; headers?: Record<string, string> } | 'never'

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Somebody's web server on this machine, which notes what it gets and answers as it is told. */
export async function startReceiver() {
  let received: Received[] = []
  let waiting: { count: number; resolve: () => void }[] = []
  let answer: (request: Received) => Reply = () => ({ status: 204 })
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const request = { url: incoming.url ?? '', headers: incoming.headers, body: bytes.toString(), bytes }
    received.push(request)
    const reply = answer(request)
    if (reply !== 'never') outgoing.writeHead(reply.status, reply.headers).end()
    for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve()
    waiting = waiting.filter(({ count }) => received.length < count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    /** Everything since the last `clear`. */
    get received(): readonly Received[] {
      return received
    },
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    answerWith(reply: Reply | ((request: Received) => Reply)) {
      answer = typeof reply === 'function' ? reply : () => reply
    },
    clear() {
      received = []
    },
    /** Resolves once so many requests have come since the last `clear`. */
    async untilReceived(count: number): Promise<readonly Received[]> {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
