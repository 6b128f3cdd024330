import type { Interaction } from '@/lib/interactions/interaction'
import { makeTextFinder } from '@/lib/interactions/text-finder'
import { withAge } from './age'
import type { Filters } from './filters'

const exact = ['type', 'kind', 'user_id', 'task_id', 'conversation_id'] as const

/** Narrows items that are here already as the server narrows its lists. */
export function fitsFilters(filters: Filters, nowMs: number): (item: Interaction) => boolean {
  const { created_after, created_before } = withAge(filters, filters.age, nowMs)
  const hasText = filters.q === undefined ? null : makeTextFinder(filters.q)
  return (item) => {
    const agent = item.context?.agent ?? ''
    if (exact.some((name) => filters[name] !== undefined && filters[name] !== item[name])) return false
    if (filters.agent !== undefined && filters.agent !== agent) return false
    if (filters.moves_money !== undefined && filters.moves_money !== String(item.moves_money)) return false
    if (created_after !== undefined && item.created_at <= created_after) return false
    if (created_before !== undefined && item.created_at >= created_before) return false
    return hasText === null || hasText({ summary: item.summary, agent })
  }
}
