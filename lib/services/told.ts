import type { Item } from '@/lib/interactions/item'
import { typeSpec } from '@/lib/interactions/types'

/** What the agent hears of the end (N19). */
export function toldOf(item: Item): string | undefined {
  return item.status === 'pending' ? undefined : typeSpec(item.type).told?.(item)
}
