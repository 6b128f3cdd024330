import type { Mode } from '@/components/account/mode'
import type { Filters } from '@/components/inbox/filters'
import { fitsFilters } from '@/components/inbox/fits-filters'
import { snoozedIds } from '@/components/inbox/snooze-store'
import type { Interaction } from '@/lib/interactions/interaction'
import { NotFoundError, type Page } from '@/lib/sdk'
import { clientFor } from './client-for'

/** What this device has put off and still waits, newest first. The server does not know of it: each is read by its id. */
export async function readSnoozed(
  mode: Mode | null,
  filters: Filters,
  nowMs: number,
  signal: AbortSignal,
): Promise<Page<Interaction>> {
  const items = await Promise.all([...snoozedIds()].map((id) => readOne(mode, id, signal)))
  const fits = fitsFilters(filters, nowMs)
  const waiting = items.filter((item) => item !== null).filter((item) => item.status === 'pending' && fits(item))
  return { data: waiting.sort((a, b) => b.created_at.localeCompare(a.created_at)), next_cursor: null }
}

/** Null for one that does not exist in this world. */
function readOne(mode: Mode | null, id: string, signal: AbortSignal): Promise<Interaction | null> {
  return clientFor(mode)
    .answer.get(id, { include: 'context', signal })
    .catch((error) => {
      if (error instanceof NotFoundError) return null
      throw error
    })
}
