import { InteractionError } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import { type JsonObject, toJsonObject } from '@/lib/interactions/json-text'
import { answerInteraction } from './answer-interaction'
import { settlePlan } from './connections'
import type { Ctx } from './context'
import { asOfNow } from './expiry'
import { endedError, recordRefusal } from './refusal'
import { type Idempotency, type KeyedRequest, keyReused } from './reply'
import { sha256 } from './secrets'

export type { Idempotency }

/** The key of an answer over A2A: its message id, for as long as the task (N16). It lies beside those of REST. */
export function messageKey(ctx: Ctx, taskId: string, key: string, content: unknown): Idempotency {
  const canonical = toJsonObject({ content: content as never }, ['content']).canonical()
  return {
    credential: `a2a:${ctx.actor.type}:${ctx.actor.id}:${taskId}`,
    key,
    fingerprint: sha256(canonical),
    sinceMs: 0,
  }
}

/** Whether this very answer was given before, or another one under its id. */
export async function recallAnswer(ctx: Ctx, idempotency: Idempotency): Promise<'new' | 'replayed' | 'reused'> {
  const recalled = await ctx.app.store.recall(idempotency)
  if (!recalled) return 'new'
  return recalled.result === 'replayed' ? 'replayed' : 'reused'
}

/** Answers an item from outside; a yes that needs a present person is for the inbox (A42). */
export async function answerFromOutside(
  ctx: Ctx,
  item: Item,
  body: Record<string, unknown>,
  request: KeyedRequest,
): Promise<void> {
  const answer: JsonObject = toJsonObject(body)
  if (body.approve === true && item.requiresPresentUser && item.status === 'pending') {
    const url = `${ctx.app.config.publicUrl}/inbox/${item.id}`
    const error = new InteractionError(
      'present_user_required',
      `A yes to this needs a present person, which A2A cannot show. Say yes in the inbox: ${url}. A no works here.`,
    )
    await recordRefusal(ctx, item, error)
    throw error
  }
  await answerInteraction(ctx, item, answer, request)
}

/**
 * Believes that an app is connected only where a connection says so (A43).
 * @throws answer_mismatch when there is none
 */
export async function confirmConnection(
  ctx: Ctx,
  item: Item,
  request: KeyedRequest,
): Promise<'confirmed' | 'not connected'> {
  const { store, wakeUps } = ctx.app
  if (item.status === 'resolved' && item.decision === 'approved') return 'confirmed'
  if (item.status !== 'pending') throw endedError(item)
  const connections =
    item.app === null || item.userId === null
      ? []
      : await store.listConnections({
          mode: item.mode,
          userIds: [item.userId],
          app: item.app,
          after: undefined,
          limit: 100,
        })
  const active = connections.find(({ status }) => status === 'active')
  if (!active) return 'not connected'
  const plan = settlePlan(ctx, active).endItem(item)
  const ended = await store.end({ ...plan, idempotency: request.idempotency, entry: request.entry ?? null })
  if (ended.result === 'key_reused') throw keyReused()
  if (ended.result === 'lost') {
    const current = await asOfNow(ctx.app, ended.item ?? item)
    if (current.decision !== 'approved') throw endedError(current)
  }
  wakeUps.changed(item.id)
  return 'confirmed'
}
