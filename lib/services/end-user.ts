import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { UserId } from '@/lib/interactions/text'
import { withdrawal } from './cancel-interaction'
import { auditEntry, type Ctx } from './context'

const reason = 'The user was deleted.'

/**
 * Ends a user of the integrator's, who is gone there: withdraws what waits for them, ends their tokens and connected
 * apps, and unlinks the people who answered for them (T13). The record of what was decided stays.
 * @returns how many items were withdrawn
 * @throws invalid_request when it is no user id, or nobody knows it
 */
export async function endUser(ctx: Ctx, id: string): Promise<number> {
  const { user_id: userId } = parseWith(z.object({ user_id: UserId }), { user_id: id })
  const { store, wakeUps } = ctx.app
  const withdrawn = await store.endUser({
    userId,
    nowMs: store.nowMs(),
    endItem: (item) => withdrawal(ctx, item, reason, { idempotency: null }),
    audit: (count) => auditEntry(ctx, 'user.deleted', { user_id: userId, withdrawn: count }),
  })
  if (withdrawn === null) {
    throw new InteractionError('invalid_request', 'user_id: nobody has asked anything for such a user.', {
      param: 'user_id',
    })
  }
  for (const item of withdrawn) wakeUps.changed(item.id)
  return withdrawn.length
}
