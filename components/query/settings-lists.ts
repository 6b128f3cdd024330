import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { ApiKey, Page, Person, RemoteAgent, Vestra, WebhookDelivery, WebhookEndpoint } from '@/lib/sdk'
import { clientFor } from './client-for'

export interface AuditEntry {
  chain: string
  seq: number
  at: string
  action: string
  actor: { type: string; id: string | null; name: string | null }
  channel: string
  request_id: string | null
  facts: Record<string, unknown>
}

export interface AuditFilters {
  action?: string
  actor_id?: string
  interaction_id?: string
}

export type SettingsName = 'keys' | 'people' | 'webhooks' | 'deliveries' | 'audit' | 'agents'

export const settingsKey = (name: SettingsName) => ['settings', name] as const

interface Reading {
  limit: number
  cursor: string | undefined
}

const pageSize = 50

export function toRows<T>({ pages }: InfiniteData<Page<T>>): T[] {
  return pages.flatMap((page) => page.data)
}

function settingsList<T>(
  name: SettingsName,
  mode: Mode | null,
  read: (client: Vestra, page: Reading, signal: AbortSignal) => Promise<Page<T>>,
  narrowedTo: unknown = null,
) {
  return infiniteQueryOptions({
    queryKey: [...settingsKey(name), mode, narrowedTo] as const,
    queryFn: ({ pageParam, signal }) =>
      read(clientFor(mode), { limit: pageSize, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage: Page<T>) => lastPage.next_cursor,
    retry: (count, { status }) => count < 2 && (status === 0 || status >= 500),
  })
}

export const keyList = (mode: Mode | null) =>
  settingsList<ApiKey>('keys', mode, ({ keys }, page, signal) => keys.list(page, { signal }))

export const personList = (mode: Mode | null) =>
  settingsList<Person>('people', mode, ({ people }, page, signal) => people.list(page, { signal }))

export const webhookList = (mode: Mode | null) =>
  settingsList<WebhookEndpoint>('webhooks', mode, ({ webhooks }, page, signal) => webhooks.list(page, { signal }))

export const deliveryList = (mode: Mode | null, endpointId: string) =>
  settingsList<WebhookDelivery>(
    'deliveries',
    mode,
    ({ webhooks }, page, signal) => webhooks.deliveries(endpointId, page, { signal }),
    endpointId,
  )

export const auditList = (mode: Mode | null, filters: AuditFilters) =>
  settingsList<AuditEntry>(
    'audit',
    mode,
    async (client, page, signal) => {
      const query = { ...filters, ...page }
      return JSON.parse(await client.requestText({ method: 'GET', path: '/v1/audit', query, signal }))
    },
    filters,
  )

/** They come all at once, and their state is read again while it is looked at. */
export const remoteAgentList = (mode: Mode | null) => ({
  ...settingsList<RemoteAgent>('agents', mode, async (client, _page, signal) =>
    JSON.parse(await client.requestText({ method: 'GET', path: '/v1/remote_agents', signal })),
  ),
  refetchInterval: 5000,
})
