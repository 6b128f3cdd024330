import type { Interaction } from '@/lib/interactions/interaction'
import type { Page } from '@/lib/sdk'

/** A page of a list. */
export interface ListPage extends Page<Interaction> {
  /** What an age was counted back from, in UTC milliseconds: the next page is only good with the same. */
  asOfMs: number
}

/** Where a further page begins. */
export type PageStart = { cursor: string; asOfMs: number } | null

export const startAfter = ({ next_cursor, asOfMs }: ListPage): PageStart =>
  next_cursor === null ? null : { cursor: next_cursor, asOfMs }
