import type { Item } from '@/lib/interactions/item'

/** What the agent hears of the end (N19). */
export function toldOf(item: Item): string | undefined {
  if (item.type !== 'connect' || item.status === 'pending') return undefined
  return `${item.decision === 'approved' ? 'Connected' : 'Not connected'}: ${item.details.app}`
}
