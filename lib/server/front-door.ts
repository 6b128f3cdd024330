import { handlerOf } from '@/lib/http/mount'

export interface Target {
  /** Path and query. */
  url: string
  /** Whether our own handlers serve it; Next has the rest. */
  isOurs: boolean
}

/**
 * What a request line asks for, also where it names a whole address (RFC 9112 3.2.2). Null when it is no path, or one that
 * no page can have; our own handlers take any path and answer for it themselves.
 */
export function targetOf(line: string | undefined): Target | null {
  const url = (line ?? '').replace(/^https?:\/\/[^/?#]*/i, '')
  const [path = ''] = url.split('?')
  if (!path.startsWith('/')) return null
  const isOurs = handlerOf(path) !== null
  return isOurs || isDecodable(path) ? { url, isOurs } : null
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
