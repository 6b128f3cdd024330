import type { Filters } from '@/components/inbox/filters'
import type { Status } from '@/lib/interactions/status'

/** The filters of an address as the client takes them, for a list that the server has. */
export function toListQuery({ moves_money, ...filters }: Filters, status: Status) {
  return { ...filters, status, ...(moves_money !== undefined && { moves_money: moves_money === 'true' }) }
}
