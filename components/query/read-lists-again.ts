import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import { readClock } from '@/components/clock/server-clock'
import type { Filters } from '@/components/inbox/filters'
import { clientFor } from './client-for'
import { interactionKeys, pageSize } from './interaction-keys'
import { isLong } from './interaction-list'
import type { ListPage, PageStart } from './list-page'
import { toListQuery } from './list-query'
import { refreshHead } from './refresh-head'

type Pages = InfiniteData<ListPage, PageStart>
type Key = ReturnType<typeof interactionKeys.list>

/** Reads every list again: a short one whole, of a long one the head. */
export function readListsAgain(queries: QueryClient, endedIds: Iterable<string> = []): void {
  void queries.invalidateQueries({
    queryKey: interactionKeys.lists,
    predicate: ({ state }) => !isLong(state.data as Pages | undefined),
  })
  readLongListsAgain(queries, endedIds)
}

/** Reads the heads of the long lists again. */
export function readLongListsAgain(queries: QueryClient, endedIds: Iterable<string> = []): void {
  const ended = new Set(endedIds)
  for (const [key, pages] of queries.getQueriesData<Pages>({ queryKey: interactionKeys.lists, type: 'active' })) {
    // The keys of lists are made by `interactionKeys.list` alone.
    const [, , mode, filters] = key as Key
    if (isLong(pages)) void readHeadAgain(queries, mode, filters, filters.status === 'pending' ? ended : new Set())
  }
}

async function readHeadAgain(queries: QueryClient, mode: Mode | null, filters: Filters, endedIds: Set<string>) {
  const queryKey = interactionKeys.list(mode, filters)
  const { status } = filters
  // It is read by ids, and never long.
  if (status === 'snoozed') return
  const asOfMs = readClock()
  const query = { ...toListQuery(filters, status, asOfMs), limit: pageSize, include: 'context' } as const
  // A head that cannot be read now is read at the next event.
  const head = await clientFor(mode)
    .answer.list(query)
    .catch(() => null)
  const pages = queries.getQueryData<Pages>(queryKey)
  if (head === null || pages === undefined) return
  const refreshed = refreshHead(pages, { ...head, asOfMs }, endedIds)
  if (refreshed === null) await queries.invalidateQueries({ queryKey })
  else queries.setQueryData(queryKey, refreshed)
}
