import { InteractionError, notFound } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import { type Actor, askerOf, type Ctx } from './context'

/** Whose things a caller reaches: none of them, its own, or all of its mode. */
type Reach = false | 'own' | true

/** One row of decisions D19.1: what each kind of credential may do with an operation. */
export interface Access {
  ask: Reach
  runtime: Reach
  all: Reach
  session: Reach
  user: Reach
  admin: Reach
}

export const access = {
  list: { ask: false, runtime: true, all: true, session: false, user: 'own', admin: true },
  get: { ask: 'own', runtime: true, all: true, session: 'own', user: 'own', admin: true },
  answer: { ask: false, runtime: true, all: true, session: 'own', user: 'own', admin: true },
  cancel: { ask: 'own', runtime: true, all: true, session: false, user: false, admin: true },
  ask: { ask: 'own', runtime: false, all: true, session: false, user: false, admin: false },
  sessions: { ask: false, runtime: true, all: true, session: false, user: false, admin: true },
  connections: { ask: false, runtime: true, all: true, session: 'own', user: 'own', admin: 'own' },
  connectionTokens: { ask: false, runtime: true, all: true, session: false, user: false, admin: false },
  administration: { ask: false, runtime: false, all: true, session: false, user: false, admin: true },
  person: { ask: false, runtime: false, all: false, session: false, user: true, admin: true },
  events: { ask: 'own', runtime: true, all: true, session: false, user: 'own', admin: true },
  a2a: { ask: false, runtime: true, all: true, session: 'own', user: 'own', admin: true },
  itemEvents: { ask: 'own', runtime: true, all: true, session: 'own', user: 'own', admin: true },
} as const satisfies Record<string, Access>

function reachOf(actor: Actor, row: Access): Reach {
  if (actor.type === 'key') return row[actor.scope]
  if (actor.type === 'person') return row[actor.role]
  if (actor.type === 'session') return row.session
  return true
}

/** @throws insufficient_scope when this kind of credential may not do this at all */
export function assertAllowed(ctx: Ctx, row: Access): void {
  if (reachOf(ctx.actor, row) !== false) return
  if (ctx.actor.type === 'session') {
    throw new InteractionError('session_not_allowed', "A session's token may not do this; use an API key.")
  }
  const isForPeople = row.ask === false && row.runtime === false && row.all === false
  if (ctx.actor.type === 'key' && isForPeople) {
    throw new InteractionError('insufficient_scope', 'Only a signed-in person may do this.', {
      details: { scope: 'person' },
    })
  }
  const needed = (['runtime', 'ask'] as const).find((scope) => row[scope] !== false) ?? 'all'
  const message =
    ctx.actor.type === 'key'
      ? `This key has the scope \`${ctx.actor.scope}\`; the call needs \`${needed}\` or \`all\`.`
      : 'A signed-in person may not do this here.'
  throw new InteractionError('insufficient_scope', message, { details: { scope: needed } })
}

/** Whether the caller may know that the item exists (C3, A41). */
export function isVisible(ctx: Ctx, row: Access, item: Item): boolean {
  const { actor } = ctx
  if (item.mode !== actor.mode) return false
  const reach = reachOf(actor, row)
  if (reach !== 'own') return reach
  if (actor.type === 'person') return item.userId !== null && actor.userIds.includes(item.userId)
  if (actor.type === 'session') return isInSession(actor, item)
  return item.asker === askerOf(actor)
}

/** A token reaches its user's items, maybe narrowed to some ids or types (A23). */
function isInSession(actor: Extract<Actor, { type: 'session' }>, item: Item): boolean {
  if (item.userId !== actor.userId) return false
  if (actor.interactions && !actor.interactions.includes(item.id)) return false
  return actor.allow === null || actor.allow.includes(item.type)
}

/** The item, or the same 404 for "none" and "not yours". @throws not_found */
export async function getVisible(ctx: Ctx, row: Access, id: string): Promise<Item> {
  const item = /^(int|call)_[0-9a-z]{1,64}$/.test(id) ? await ctx.app.store.findItem(id) : null
  if (!item || !isVisible(ctx, row, item)) throw notFound()
  return item
}

/** Whether this caller may say yes where a present person is needed (K28). Keys vouch as a claim (A39). */
export function mayVouch(ctx: Ctx, item: Item): boolean {
  const { actor } = ctx
  if (actor.type !== 'person') return true
  return item.userId === null ? actor.role === 'admin' : actor.userIds.includes(item.userId)
}

/** Whether a signed-in person deals with an item of a user who they are not: an admin's override (K28). */
export function isForSomebodyElse({ actor }: Ctx, { userId }: Item): boolean {
  return actor.type === 'person' && userId !== null && !actor.userIds.includes(userId)
}

/** Whether the caller gets the nonce: it may answer, and its yes would count (A12). */
export function maySeeNonce(ctx: Ctx, item: Item): boolean {
  return reachOf(ctx.actor, access.answer) !== false && mayVouch(ctx, item)
}

/** The askers whose tasks and results the caller may touch; null is all of them. */
export function ownAsker(ctx: Ctx): string | null {
  return ctx.actor.type === 'key' && ctx.actor.scope === 'ask' ? askerOf(ctx.actor) : null
}
