import { queryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { Interaction } from '@/lib/interactions/interaction'
import { NotFoundError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { interactionKeys } from './interaction-keys'
import { pollMsOf } from './live-events'

/** No such item, or none that this person may see. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof NotFoundError
}

function isFinal(item: Interaction | undefined): boolean {
  return item !== undefined && item.status !== 'pending'
}

/** One item, live while it is pending. */
export function interactionItem(mode: Mode | null, id: string) {
  return queryOptions({
    queryKey: interactionKeys.item(mode, id),
    queryFn: ({ signal }) => clientFor(mode).answer.get(id, { include: 'context', signal }),
    refetchInterval: (query) => (isFinal(query.state.data) || isNotFound(query.state.error) ? false : pollMsOf(mode)),
    retry: (count, error) => !isNotFound(error) && count < 1,
  })
}
