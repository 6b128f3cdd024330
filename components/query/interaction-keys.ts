import type { Mode } from '@/components/account/mode'
import type { Filters } from '@/components/inbox/filters'

export const pageSize = 50

/** The names under which interactions are kept; the server page fills the same ones. */
export const interactionKeys = {
  all: ['interactions'] as const,
  lists: ['interactions', 'list'] as const,
  list: (mode: Mode | null, filters: Filters) => ['interactions', 'list', mode, filters] as const,
  item: (mode: Mode | null, id: string) => ['interactions', 'item', mode, id] as const,
}
