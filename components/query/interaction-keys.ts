import type { Mode } from '@/components/account/mode'
import type { Filters } from '@/components/inbox/filters'

/** The first page is there soon, further ones reach far. */
export const pageSize = 50
export const furtherPageSize = 100

/** The names under which interactions are kept; the server page fills the same ones. */
export const interactionKeys = {
  lists: ['interactions', 'list'] as const,
  list: (mode: Mode | null, filters: Filters) => ['interactions', 'list', mode, filters] as const,
  items: ['interactions', 'item'] as const,
  item: (mode: Mode | null, id: string) => ['interactions', 'item', mode, id] as const,
}
