import { QueryClient } from '@tanstack/react-query'
import { type Mode, readMode } from '@/components/account/mode'
import type { Address } from '@/components/inbox/address'
import type { Filters } from '@/components/inbox/filters'
import { interactionKeys, pageSize } from '@/components/query/interaction-keys'
import { toListQuery } from '@/components/query/list-query'
import { callApi } from '@/lib/http/in-process'
import type { Interaction } from '@/lib/interactions/interaction'
import type { Status } from '@/lib/interactions/status'
import type { Page } from '@/lib/sdk'

function listPath(filters: Filters, status: Status, asOfMs: number): string {
  const params = new URLSearchParams({ limit: String(pageSize), include: 'context' })
  for (const [name, value] of Object.entries(toListQuery(filters, status, asOfMs))) params.set(name, String(value))
  return `/v1/interactions?${params}`
}

/** What the first paint shows, read through the API. What cannot be read is left to the browser, which says why. */
export async function prefetchInbox(chosen: Mode | null, { id, filters }: Address) {
  const headers: Record<string, string> = chosen === null ? {} : { 'Vestra-Mode': chosen }
  const asOfMs = Date.now()
  const { status } = filters
  const [list, item] = await Promise.all([
    // What a device has put off, it reads by itself; the reply to the list names the world all the same.
    callApi(listPath(filters, status === 'snoozed' ? 'pending' : status, asOfMs), headers),
    id === null ? null : callApi(`/v1/interactions/${encodeURIComponent(id)}?include=context`, headers),
  ])
  const queries = new QueryClient()
  const shown = list.status === 200 ? (list.body as Page<Interaction>).data[0]?.context?.mode : undefined
  const mode = chosen ?? readMode(list.headers.get('vestra-mode') ?? shown)
  if (list.status === 200 && status !== 'snoozed') {
    queries.setQueryData(interactionKeys.list(mode, filters), {
      pages: [{ ...(list.body as Page<Interaction>), asOfMs }],
      pageParams: [null],
    })
  }
  if (id !== null && item?.status === 200) {
    queries.setQueryData(interactionKeys.item(mode, id), item.body as Interaction)
  }
  return { queries, mode, isMissing: item?.status === 404 }
}
