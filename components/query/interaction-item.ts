import { queryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import { readClock } from '@/components/clock/server-clock'
import type { Interaction } from '@/lib/interactions/interaction'
import { NotFoundError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { interactionKeys } from './interaction-keys'
import { pollMsOf } from './live-events'

/** No such item, or none that this person may see. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof NotFoundError
}

/** An agent that has not heard of its answer by then hears of it some other way, or not at all. */
const pickUpPollMs = 3000
const pickUpWithinMs = 10 * 60_000

/** Nothing more happens to it: it has ended, and its agent has picked the answer up or will not. */
function isFinal(item: Interaction | undefined): boolean {
  if (item === undefined || item.status === 'pending') return false
  const isWaitedFor = item.status === 'resolved' && item.context?.picked_up_at === null
  return !isWaitedFor || Date.parse(item.resolved_at ?? '') < readClock() - pickUpWithinMs
}

/** One item, live while it is pending. */
export function interactionItem(mode: Mode | null, id: string) {
  return queryOptions({
    queryKey: interactionKeys.item(mode, id),
    queryFn: ({ signal }) => clientFor(mode).answer.get(id, { include: 'context', signal }),
    refetchInterval: (query) => {
      const { data, error } = query.state
      if (isFinal(data) || isNotFound(error)) return false
      // No event tells that an agent has picked up its answer.
      return data && data.status !== 'pending' ? pickUpPollMs : pollMsOf(mode)
    },
    retry: (count, error) => !isNotFound(error) && count < 1,
  })
}
