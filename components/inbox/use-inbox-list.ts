'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMode } from '@/components/account/mode-context'
import { pageSize } from '@/components/query/interaction-keys'
import { interactionList, toItems } from '@/components/query/interaction-list'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Filters, type View, writeFilters } from './filters'
import { groupRows } from './group-rows'
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
  const { fetchNextPage } = query
  // A search looks through a part at a time, and the first ones may hold nothing.
  const readsOn = items.length === 0 && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  useEffect(() => {
    if (readsOn) void fetchNextPage({ cancelRefetch: false })
  }, [readsOn, fetchNextPage])
  const name = `${mode} ${writeFilters(filters)}`
  const steady = useSteadyRows(name, items, query.hasNextPage, hold)
  const rowsHandle = useRef<RowsHandle>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const isWhole = !query.hasNextPage && steady.rows.length <= pageSize
  const lines = useMemo(() => groupRows(steady.rows, isWhole, folded), [steady.rows, isWhole, folded])

  function toggleFold(shape: string) {
    const next = new Set(folded)
    if (!next.delete(shape)) next.add(shape)
    setFolded(next)
  }

  return {
    name,
    query,
    handlers,
    onScroll,
    rowsHandle,
    ...steady,
    /** The rows as they are drawn, with heads over those of one shape. */
    lines,
    toggleFold,
    count: items.length,
    hasMore: query.hasNextPage,
  }
}

export type InboxList = ReturnType<typeof useInboxList>
