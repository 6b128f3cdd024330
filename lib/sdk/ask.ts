import type { Interaction, Type } from '@/lib/interactions/interaction'
import type { Decision, Status } from '@/lib/interactions/status'
import type { ReadOptions, WriteOptions } from './answer'
import { send, type Transport } from './request'

export interface Result {
  object: 'interaction.result'
  id: string
  type: Type
  status: Status
  decision: Decision | null
  answers?: string[]
  handoff?: 'done' | 'could_not' | 'not_now'
  output?: unknown
  error?: string
  reason?: string
  message?: string
  present_user?: boolean | null
  answered_by?: { type: string; id: string }
  resolved_at: string | null
  digest?: string
}

/** The server keeps the connection open for `wait`; the client's own patience must be a little longer. */
const graceMs = 10_000

/** The asking side: open an item, and read what became of it. */
export function createAsk(transport: Transport) {
  return {
    create: (body: Record<string, unknown>, { externalId, ...options }: WriteOptions & { externalId?: string } = {}) =>
      send<Interaction & { digest: string }>(transport, {
        method: 'POST',
        path: '/v1/interactions',
        body: externalId === undefined ? body : { ...body, external_id: externalId },
        ...options,
      }),
    result: (id: string, { waitSeconds, signal }: ReadOptions & { waitSeconds?: number } = {}) =>
      send<Result>(transport, {
        method: 'GET',
        path: `/v1/interactions/${encodeURIComponent(id)}/result`,
        query: { wait: waitSeconds },
        signal,
        ...(waitSeconds !== undefined && { timeoutMs: waitSeconds * 1000 + graceMs }),
      }),
  }
}
