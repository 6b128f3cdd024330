'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useMode } from '@/components/account/mode-context'
import { interactionList, toItems } from '@/components/query/interaction-list'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Filters, type View, writeFilters } from './filters'
import { useSnoozedIds } from './snooze-store'
import { useHold } from './use-hold'
import type { RowsHandle } from './use-row-window'
import { useSteadyRows } from './use-steady-rows'

const none: Interaction[] = []

function withoutSnoozed(items: Interaction[], view: View, snoozed: ReadonlySet<string>): Interaction[] {
  if (view === 'snoozed') return items.filter(({ id }) => snoozed.has(id))
  if (view !== 'pending' || snoozed.size === 0) return items
  return items.filter(({ id }) => !snoozed.has(id))
}

/** The list of an address: live, in pages, and steady under a pointer. */
export function useInboxList(filters: Filters, isItemOpen: boolean) {
  const mode = useMode()
  const query = useInfiniteQuery({ ...interactionList(mode, filters), select: toItems })
  const { hold, handlers, onScroll } = useHold(isItemOpen)
  const snoozed = useSnoozedIds()
  const read = query.data ?? none
  const items = useMemo(() => withoutSnoozed(read, filters.status, snoozed), [read, filters.status, snoozed])
  const name = `${mode} ${writeFilters(filters)}`
  const steady = useSteadyRows(name, items, query.hasNextPage, hold)
  const rowsHandle = useRef<RowsHandle>(null)
  return { name, query, handlers, onScroll, rowsHandle, ...steady, count: items.length, hasMore: query.hasNextPage }
}

export type InboxList = ReturnType<typeof useInboxList>
