import { InteractionError } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import type { Settlement } from '@/lib/interactions/types/define'
import type { Ctx } from './context'

const windowMs = 60_000

/**
 * Nobody reads more than a few payments a minute: beyond that a person's next yes to money has to wait (S26). Only what
 * a person says is counted, and a no never is.
 * @throws rate_limited
 */
export async function keepMoneyPace(ctx: Ctx, item: Item, { decision }: Settlement): Promise<void> {
  const { store, config } = ctx.app
  const max = config.limits.moneyYesPerMinute
  if (ctx.actor.type !== 'person' || decision !== 'approved' || item.movesMoney === false || max === 0) return
  const nowMs = store.nowMs()
  const oldestMs = await store.takeTurn(`money-yes:${ctx.actor.id}`, nowMs, { max, windowMs })
  if (oldestMs === null) return
  throw new InteractionError(
    'rate_limited',
    `You said yes to money ${max} times in a minute. Look again in a moment.`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil((oldestMs + windowMs - nowMs) / 1000)),
      details: { limit: max, per: 'minute', of: 'money_yes' },
    },
  )
}
