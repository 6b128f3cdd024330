import { auditEntry, type Ctx } from './context'
import { createKey } from './keys'

/** A key for the demo agent, and its user linked to the first admin, if there is one yet (D19.9). @returns the secret */
export async function prepareDemo(ctx: Ctx, userId: string): Promise<string> {
  await ctx.app.store.linkFirstAdmin(
    userId,
    ctx.app.store.nowMs(),
    auditEntry(ctx, 'user.linked', { user_id: userId, demo: true }),
  )
  const request = { name: 'Demo', scope: 'ask', mode: ctx.actor.mode, agent: 'Demo agent', expiresAtMs: null } as const
  return (await createKey(ctx, request)).secret
}
