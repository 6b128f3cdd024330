import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { Filters } from '@/components/inbox/filters'
import type { Interaction } from '@/lib/interactions/interaction'
import type { Page } from '@/lib/sdk'
import { clientFor } from './client-for'
import { furtherPageSize, interactionKeys, pageSize } from './interaction-keys'
import { toListQuery } from './list-query'
import { isLive, pollMsOf } from './live-events'
import { readSnoozed } from './read-snoozed'

const slowestPollMs = 15_000
const longPages = 4

/** So long that reading it whole again costs too much: then only its head is (`readListsAgain`). */
export function isLong(pages: InfiniteData<Page<Interaction>> | undefined): boolean {
  return (pages?.pages.length ?? 0) > longPages
}

/** Pages as one list. An item that slid from one page to the next while they were read is there once. */
export function toItems({ pages }: InfiniteData<Page<Interaction>>): Interaction[] {
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
    queryFn: ({ pageParam, signal }): Promise<Page<Interaction>> => {
      if (status === 'snoozed') return readSnoozed(mode, signal)
      return clientFor(mode).answer.list(
        {
          ...toListQuery(filters, status),
          limit: pageParam === null ? pageSize : furtherPageSize,
          cursor: pageParam ?? undefined,
          include: 'context',
        },
        { signal },
      )
    },
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
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
