import type { AuditFilters } from '@/components/query/settings-lists'
import { sectionPaths } from './sections'

export const auditFilters = ['action', 'actor_id', 'interaction_id'] as const satisfies (keyof AuditFilters)[]

/** The names are those of the API and of the address. */
export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const entries = auditFilters.flatMap((name) => {
    const value = params.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

export function writeAuditFilters(filters: AuditFilters): string {
  const search = new URLSearchParams({ ...filters }).toString()
  return `${sectionPaths.audit}${search && `?${search}`}`
}
