import { InteractionError } from '@/lib/interactions/errors'
import { isSameSecret, type Secrets, sha256 } from './secrets'

type Filters = Record<string, string | undefined>

interface Position {
  createdAtMs: number
  id: string
}

function filterHash(filters: Filters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return sha256(JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
}

/** A signed position in one query's results (C13). */
export function makeCursor(secrets: Secrets, last: Position, filters: Filters): string {
  const payload = Buffer.from(JSON.stringify([last.createdAtMs, last.id, filterHash(filters)])).toString('base64url')
  return `${payload}.${secrets.hmac('cursor', payload)}`
}

/** @throws invalid_cursor when it is not ours, or belongs to another query (A20, B5, B6) */
export function readCursor(secrets: Secrets, cursor: string, filters: Filters): Position {
  const [payload = '', signature = '', ...rest] = cursor.split('.')
  if (rest.length > 0 || !isSameSecret(signature, secrets.hmac('cursor', payload))) {
    throw new InteractionError('invalid_cursor', 'cursor: must be the `next_cursor` of the page before, unchanged.', {
      param: 'cursor',
    })
  }
  const [createdAtMs, id, hash] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, string, string]
  if (hash !== filterHash(filters)) {
    throw new InteractionError('invalid_cursor', 'cursor: belongs to a query with other filters.', { param: 'cursor' })
  }
  return { createdAtMs, id }
}
