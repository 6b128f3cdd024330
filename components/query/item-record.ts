import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { Page } from '@/lib/sdk'
import { clientFor } from './client-for'
import type { AuditEntry } from './settings-lists'

export interface RecordCheck {
  verified: boolean
  rows: number
  fault: { seq: number; fault: string } | null
}

const pageSize = 50
/** While somebody looks at it: a pick-up and a notice come after the end. */
const pollMs = 5_000

const pathOf = (id: string) => `/v1/interactions/${encodeURIComponent(id)}/audit`

/** The record of one item, newest first; for admins. */
export function itemRecord(mode: Mode | null, id: string) {
  return infiniteQueryOptions({
    queryKey: ['record', mode, id] as const,
    queryFn: async ({ pageParam, signal }): Promise<Page<AuditEntry>> => {
      const query = { limit: pageSize, cursor: pageParam ?? undefined }
      return JSON.parse(await clientFor(mode).requestText({ method: 'GET', path: pathOf(id), query, signal }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
    refetchInterval: pollMs,
  })
}

/** Whether that record is as it was written; asked again when it has grown to another last row. */
export function itemRecordCheck(mode: Mode | null, id: string, lastSeq: number) {
  return queryOptions({
    queryKey: ['record', 'check', mode, id, lastSeq] as const,
    queryFn: async ({ signal }): Promise<RecordCheck> => {
      const path = `${pathOf(id)}/verification`
      return JSON.parse(await clientFor(mode).requestText({ method: 'GET', path, signal }))
    },
  })
}
