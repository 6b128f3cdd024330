import { createServer, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '@/e2e/server'

/** Between two servers: hands requests on to a port, and now and then loses what was answered. */
export async function startProxy() {
  const port = await freePort()
  const seen: string[] = []
  let target = 0
  let losing: { word: string; lost: () => Promise<unknown> | unknown } | null = null

  async function handOn(incoming: IncomingMessage): Promise<{ response: IncomingMessage; body: Buffer } | null> {
    const body = await buffer(incoming)
    const text = body.toString()
    seen.push(text)
    const { method, url: path, headers } = incoming
    const answered = await new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: target, method, path, headers, agent: false }, (response) => {
        buffer(response).then((body) => resolve({ response, body }), reject)
      })
        .on('error', reject)
        .end(body)
    })
    if (!losing || !text.includes(losing.word)) return answered
    const { lost } = losing
    losing = null
    await lost()
    return null
  }

  const server = createServer((incoming, outgoing) => {
    handOn(incoming).then(
      (answered) => {
        if (!answered) return outgoing.destroy()
        outgoing.writeHead(answered.response.statusCode ?? 502, { 'Content-Type': 'application/json' })
        outgoing.end(answered.body)
      },
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${port}`,
    handTo: (to: number) => {
      target = to
    },
    /** Loses the answer to the next request that holds the word, once it has been answered. */
    loseAnswerTo: (word: string, lost: () => Promise<unknown> | unknown = () => {}) => {
      losing = { word, lost }
    },
    /** How often a request with this word was handed on. */
    count: (word: string) => seen.filter((text) => text.includes(word)).length,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
