import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { Activity, OpenCounts } from '@/lib/sdk'
import { clientFor } from './client-for'

const dayMs = 24 * 3_600_000
const pollMs = 30_000

/** So many days, today among them, each from midnight to midnight where the reader is. */
function periodOf(days: number): { from: string; to: string } {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  const fromMs = midnight.getTime() - (days - 1) * dayMs
  return { from: new Date(fromMs).toISOString(), to: new Date(fromMs + days * dayMs).toISOString() }
}

/** How people answered over the last days. */
export function activityOver(mode: Mode | null, days: number) {
  return queryOptions({
    queryKey: ['activity', mode, days] as const,
    queryFn: async ({ signal }): Promise<Activity> => {
      const query = periodOf(days)
      return JSON.parse(await clientFor(mode).requestText({ method: 'GET', path: '/v1/activity', query, signal }))
    },
    // The figures of the last period stay until those of the chosen one are there.
    placeholderData: keepPreviousData,
  })
}

/** What waits now. */
export function openCounts(mode: Mode | null) {
  return queryOptions({
    queryKey: ['activity', 'open', mode] as const,
    queryFn: async ({ signal }): Promise<OpenCounts> =>
      JSON.parse(await clientFor(mode).requestText({ method: 'GET', path: '/v1/activity/open', signal })),
    refetchInterval: pollMs,
  })
}
