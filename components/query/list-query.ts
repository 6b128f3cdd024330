import { withAge } from '@/components/inbox/age'
import type { Filters } from '@/components/inbox/filters'
import type { Status } from '@/lib/interactions/status'

/**
 * The filters of an address as the client takes them, for a list that the server has.
 * @param asOfMs what an age is counted back from, in UTC milliseconds; the same for every page of a list
 */
export function toListQuery(
  { moves_money, age, created_after, created_before, ...filters }: Filters,
  status: Status,
  asOfMs: number,
) {
  return {
    ...filters,
    status,
    ...withAge({ created_after, created_before }, age, asOfMs),
    ...(moves_money !== undefined && { moves_money: moves_money === 'true' }),
  }
}
