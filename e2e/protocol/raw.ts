import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test says exactly what it wants, and hears what comes back. */
export async function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A server that refuses a body may close while we still send.
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  return {
    socket,
    closed,
    received: () => received,
    send: (bytes: string | Buffer) => socket.write(bytes),
    /** The status of the n-th response on this connection, once it has come; null when the connection ended first. */
    async status(n = 1): Promise<number | null> {
      for (;;) {
        const found = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)][n - 1]?.[1]
        if (found) return Number(found)
        if (socket.destroyed || socket.readableEnded) return null
        await heard(socket)
      }
    },
  }
}

function heard(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('data', done).off('close', done).off('end', done)
      resolve()
    }
    socket.on('data', done).on('close', done).on('end', done)
  })
}

/** A request line and headers, as they go over the wire. */
export function head(method: string, path: string, headers: readonly (readonly [string, string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`
}
