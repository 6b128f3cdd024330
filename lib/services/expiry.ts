import type { Item } from '@/lib/interactions/item'
import { isOverdue } from '@/lib/interactions/status'
import { type App, auditEntry, newId, systemContext } from './context'

/** Records what the clock has decided, for every overdue item, and wakes who waits on them (A34, A35, T14). */
export async function expireOverdue(app: App): Promise<void> {
  const ctx = systemContext(app)
  for (;;) {
    const nextMs = await app.store.nextExpiry()
    if (nextMs === null || nextMs > app.store.nowMs()) return
    const items = await app.store.expireOverdue(
      () => newId('evt'),
      (item) =>
        auditEntry(ctx, 'interaction.expired', {
          before: 'pending',
          after: 'expired',
          decision: 'expired',
          digest: item.digest,
        }),
    )
    for (const item of items) app.wakeUps.changed(item.id)
    if (items.length === 0) return
  }
}

/** The item as it stands now: an overdue one is expired first, so that no reader sees it pending (A35). */
export async function asOfNow(app: App, item: Item): Promise<Item> {
  if (!isOverdue(item, app.store.nowMs())) return item
  await expireOverdue(app)
  return (await app.store.findItem(item.id)) ?? item
}
