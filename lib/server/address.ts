import type { IncomingMessage } from 'node:http'

/**
 * Where a request comes from: what the socket says, or, behind a proxy that the operator vouches for, what that proxy
 * wrote last. Anything before it in the header may be the caller's own invention.
 */
export function addressOf(incoming: Pick<IncomingMessage, 'headers' | 'socket'>, trustsProxy: boolean): string | null {
  const forwarded = trustsProxy ? [incoming.headers['x-forwarded-for'] ?? ''].flat().join(',') : ''
  return forwarded.split(',').at(-1)?.trim() || incoming.socket.remoteAddress || null
}
