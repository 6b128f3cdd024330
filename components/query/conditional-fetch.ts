import { observeServerDate } from '@/components/clock/server-clock'

interface Kept {
  etag: string
  body: string
  headers: [string, string][]
}

const maxKept = 60

/**
 * A fetch that asks only for what has changed: it keeps the last answer to each read with its ETag, and turns the server's
 * 304 back into that answer. One for each world, so that live and test never mix.
 */
export function createConditionalFetch(): typeof fetch {
  const kept = new Map<string, Kept>()

  return async function conditionalFetch(input, init) {
    const url = String(input)
    const isRead = init?.method === 'GET'
    const known = isRead ? kept.get(url) : undefined
    const headers = new Headers(init?.headers)
    if (known) headers.set('if-none-match', known.etag)
    const response = await fetch(input, { ...init, headers, cache: 'no-store', credentials: 'same-origin' })
    observeServerDate(response.headers.get('date'))
    if (known && response.status === 304) return new Response(known.body, { status: 200, headers: known.headers })
    const etag = response.headers.get('etag')
    if (!isRead || !response.ok || etag === null) return response
    const body = await response.text()
    kept.delete(url)
    kept.set(url, { etag, body, headers: [...response.headers] })
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
