import { InteractionError } from '@/lib/interactions/errors'
import type { Idempotency, Kept } from '@/lib/store/idempotency'
import type { NewEntry } from '@/lib/store/task-log'

export type { Idempotency }

/** What a verb gives back to any door: a status, the JSON text of the body, and headers that belong to it. */
export interface Reply {
  status: number
  body: string
  headers?: Record<string, string>
  /** Instead of the body, for as long as it lasts: server-sent events. */
  stream?: ReadableStream<Uint8Array>
}

/** Why somebody answers for another user, as percent-encoded UTF-8: the body of an answer is closed (D18.8). */
export const overrideHeader = 'Vestra-Override-Reason'

/** A caller's key for one change, as the door read it. */
export interface KeyedRequest {
  idempotency: Idempotency | null
  /** What was said with an answer, kept in its task. */
  entry?: NewEntry
  /** What else the record of an answer should say. */
  facts?: Record<string, unknown>
  /** What the `Vestra-Override-Reason` of an answer says. */
  overrideReason?: string | null
  accept?: string | null
  lastEventId?: string | null
}

export const json = (status: number, value: unknown): Kept => ({ status, body: JSON.stringify(value) })

export function replayed(kept: Kept): Reply {
  return { ...kept, headers: { 'Idempotent-Replayed': 'true' } }
}

export function keyReused(): InteractionError {
  return new InteractionError(
    'idempotency_key_reused',
    'Idempotency-Key: was used for another request. Use a new key for a new request.',
    { param: 'Idempotency-Key' },
  )
}
