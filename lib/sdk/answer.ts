import { type List, listPages, type Page } from './list'
import { type ReadOptions, send, type Transport, type WriteOptions } from './request'
import type { Answer, Answered, Interaction, Kind, Status, Type } from './types'

export interface ListFilters {
  status?: Status | undefined
  type?: Type | undefined
  kind?: Kind | undefined
  user_id?: string | undefined
  task_id?: string | undefined
  conversation_id?: string | undefined
  /** The agent's exact name. */
  agent?: string | undefined
  moves_money?: boolean | undefined
  /** ISO times, themselves not included. */
  created_after?: string | undefined
  created_before?: string | undefined
  /** A text in the summary or the agent's name. */
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  include?: 'context' | undefined
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never
type OneOf<Union, Keys extends PropertyKey = KeyOf<Union>> = Union extends unknown
  ? Union & { [Key in Exclude<Keys, keyof Union>]?: never }
  : never

/** Exactly one of the seven shapes; two of them at once do not compile. */
export type AnswerBody = OneOf<Answer>

export interface GetOptions extends ReadOptions {
  include?: 'context' | undefined
  /** Seconds, at most 50, to wait for its end. */
  wait?: number | undefined
}

/** The server keeps the connection open while it waits; the client's own patience must be a little longer. */
const graceMs = 10_000

/** What one try of a call with `wait` may take. */
export function patience(waitSeconds: number | undefined): { timeoutMs?: number } {
  return waitSeconds === undefined ? {} : { timeoutMs: waitSeconds * 1000 + graceMs }
}

export const pathOf = (id: string) => `/v1/interactions/${encodeURIComponent(id)}`

/** The answering side: `vestra.answer(id, body)`, and `.list`, `.get`, `.cancel` on it. */
export function createAnswer(transport: Transport) {
  /** @param body the answer, or its JSON text, which is then sent byte for byte */
  const answer = (id: string, body: AnswerBody | string, options: WriteOptions = {}) =>
    send<Answered>(transport, { method: 'POST', path: `${pathOf(id)}/answer`, body, ...options })

  return Object.assign(answer, {
    /** Await it for a page, or iterate it for all: `for await (const item of vestra.answer.list())`. */
    list: (filters: ListFilters = {}, options: ReadOptions = {}): List<Interaction> =>
      listPages(filters.cursor, (cursor) =>
        send<Page<Interaction>>(transport, {
          method: 'GET',
          path: '/v1/interactions',
          query: { ...filters, cursor },
          ...options,
        }),
      ),
    get: (id: string, { include, wait, ...options }: GetOptions = {}) =>
      send<Interaction>(transport, {
        method: 'GET',
        path: pathOf(id),
        query: { include, wait },
        ...patience(wait),
        ...options,
      }),
    cancel: (id: string, { reason, ...options }: WriteOptions & { reason?: string | undefined } = {}) =>
      send<Interaction>(transport, {
        method: 'POST',
        path: `${pathOf(id)}/cancel`,
        ...(reason !== undefined && { body: { reason } }),
        ...options,
      }),
  })
}
