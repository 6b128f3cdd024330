import type { Interaction, Kind, Type } from '@/lib/interactions/interaction'
import type { Status } from '@/lib/interactions/status'
import { send, type Transport } from './request'

export interface ListFilters {
  status?: Status | undefined
  type?: Type | undefined
  kind?: Kind | undefined
  user_id?: string | undefined
  task_id?: string | undefined
  conversation_id?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  include?: 'context' | undefined
}

export interface Page<T> {
  data: T[]
  next_cursor: string | null
}

export type AnswerBody =
  | { approve: boolean; present_user?: boolean; message?: string; nonce?: string }
  | { answers: string[] }
  | { done: true }
  | { could_not: true }
  | { not_now: true }
  | { output: unknown }
  | { error: string }

export interface Answered {
  id: string
  object: 'interaction'
  type: Type
  status: 'resolved' | 'completed' | 'failed'
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** How long one try may take. */
  timeoutMs?: number | undefined
}

export interface WriteOptions extends ReadOptions {
  idempotencyKey?: string | undefined
}

const pathOf = (id: string) => `/v1/interactions/${encodeURIComponent(id)}`

/** The answering side: `vestra.answer(id, body)`, and `.list`, `.get`, `.cancel` on it. */
export function createAnswer(transport: Transport) {
  /** @param body the answer, or its JSON text, which is then sent byte for byte */
  const answer = (id: string, body: AnswerBody | string, options: WriteOptions = {}) =>
    send<Answered>(transport, { method: 'POST', path: `${pathOf(id)}/answer`, body, ...options })

  return Object.assign(answer, {
    list: (filters: ListFilters = {}, options: ReadOptions = {}) =>
      send<Page<Interaction>>(transport, {
        method: 'GET',
        path: '/v1/interactions',
        query: { ...filters },
        ...options,
      }),
    get: (id: string, { include, ...options }: ReadOptions & { include?: 'context' } = {}) =>
      send<Interaction>(transport, { method: 'GET', path: pathOf(id), query: { include }, ...options }),
    cancel: (id: string, { reason, ...options }: WriteOptions & { reason?: string | undefined } = {}) =>
      send<Interaction>(transport, {
        method: 'POST',
        path: `${pathOf(id)}/cancel`,
        ...(reason !== undefined && { body: { reason } }),
        ...options,
      }),
  })
}
