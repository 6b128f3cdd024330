import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import { readClock } from '@/components/clock/server-clock'
import type { Filters } from '@/components/inbox/filters'
import type { Interaction } from '@/lib/interactions/interaction'
import { clientFor } from './client-for'
import { furtherPageSize, interactionKeys, pageSize } from './interaction-keys'
import { type ListPage, type PageStart, startAfter } from './list-page'
import { toListQuery } from './list-query'
import { isLive, pollMsOf } from './live-events'
import { readSnoozed } from './read-snoozed'

const slowestPollMs = 15_000
const longPages = 4

/** So long that reading it whole again costs too much: then only its head is (`readListsAgain`). */
export function isLong(pages: InfiniteData<ListPage> | undefined): boolean {
  return (pages?.pages.length ?? 0) > longPages
}

/** Pages as one list. An item that slid from one page to the next while they were read is there once. */
export function toItems({ pages }: InfiniteData<ListPage>): Interaction[] {
  return [...new Map(pages.flatMap((page) => page.data).map((item) => [item.id, item])).values()]
}

/**
 * A list, live: read again when the stream says so (`useLiveEvents`), and every few seconds where there is none, while the tab
 * is in front; the more pages, the less often.
 */
export function interactionList(mode: Mode | null, filters: Filters) {
  const { status } = filters
  return infiniteQueryOptions({
    queryKey: interactionKeys.list(mode, filters),
    queryFn: async ({ pageParam, signal }): Promise<ListPage> => {
      const asOfMs = pageParam?.asOfMs ?? readClock()
      if (status === 'snoozed') return { ...(await readSnoozed(mode, filters, asOfMs, signal)), asOfMs }
      const page = await clientFor(mode).answer.list(
        {
          ...toListQuery(filters, status, asOfMs),
          limit: pageParam === null ? pageSize : furtherPageSize,
          cursor: pageParam?.cursor,
          include: 'context',
        },
        { signal },
      )
      return { ...page, asOfMs }
    },
    initialPageParam: null as PageStart,
    getNextPageParam: startAfter,
    refetchOnMount: (query) => !isLong(query.state.data),
    refetchOnWindowFocus: (query) => !isLong(query.state.data),
    refetchOnReconnect: (query) => !isLong(query.state.data),
    refetchInterval: ({ state: { data } }) => {
      if (isLong(data)) return false
      return isLive(mode)
        ? pollMsOf(mode)
        : Math.min(pollMsOf(mode) * Math.max(1, data?.pages.length ?? 1), slowestPollMs)
    },
  })
}
