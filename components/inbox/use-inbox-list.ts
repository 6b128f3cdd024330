'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMode } from '@/components/account/mode-context'
import { interactionList, toItems } from '@/components/query/interaction-list'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Filters, writeFilters } from './filters'
import { useHold } from './use-hold'
import type { RowsHandle } from './use-row-window'
import { useSteadyRows } from './use-steady-rows'

const none: Interaction[] = []

/** The list of an address: live, in pages, and steady under a pointer. */
export function useInboxList(filters: Filters, isItemOpen: boolean) {
  const mode = useMode()
  const query = useInfiniteQuery({ ...interactionList(mode, filters), select: toItems })
  const { hold, handlers, onScroll } = useHold(isItemOpen)
  const items = query.data ?? none
  const name = `${mode} ${writeFilters(filters)}`
  const steady = useSteadyRows(name, items, query.hasNextPage, hold)
  const rowsHandle = useRef<RowsHandle>(null)
  return { name, query, handlers, onScroll, rowsHandle, ...steady, count: items.length, hasMore: query.hasNextPage }
}

export type InboxList = ReturnType<typeof useInboxList>
