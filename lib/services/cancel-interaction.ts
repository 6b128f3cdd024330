import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { type Item, isReadOnly, toInteraction } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { freeText } from '@/lib/interactions/text'
import type { EndPlan } from '@/lib/store/items'
import { answererOf, recalledReply } from './answer-interaction'
import { askerOf, auditEntry, type Ctx, newId } from './context'
import { asOfNow } from './expiry'
import { endedError, recordRefusal, sessionExpired } from './refusal'
import { json, type KeyedRequest, type Reply } from './reply'

export const CancelBody = z.strictObject({ reason: freeText(1, 500).optional() })

/** Nothing can be said with it. */
const SettleBody = z.strictObject({})

const companyReason = 'Withdrawn by the company.'
const agentReason = 'Withdrawn by the agent.'

/**
 * Withdraws an item (R83-R87, K12, T11, T12). One that is already withdrawn stays as it is (A18).
 * @returns 200 with the object
 * @throws invalid_request, already_resolved, expired, read_only, idempotency_key_reused
 */
export async function cancelInteraction(
  ctx: Ctx,
  found: Item,
  body: JsonObject | null,
  request: KeyedRequest,
): Promise<Reply> {
  const input = parseWith(CancelBody, body?.value ?? {})
  const isAgent = ctx.actor.type === 'key' && ctx.actor.scope === 'ask'
  return withdraw(ctx, found, input.reason ?? (isAgent ? agentReason : companyReason), request)
}

async function withdraw(ctx: Ctx, found: Item, reason: string, request: KeyedRequest): Promise<Reply> {
  const { store, wakeUps } = ctx.app
  const recalled = await store.recall(request.idempotency)
  if (recalled) return recalledReply(ctx, found, recalled)
  const item = await asOfNow(ctx.app, found)
  if (item.status === 'cancelled') return unchanged(ctx, item)
  try {
    if (item.status !== 'pending') throw endedError(item)
    if (isReadOnly(item) && item.asker !== askerOf(ctx.actor)) throw readOnly()
    const ended = await store.end(withdrawal(ctx, item, reason, request))
    if (ended.result === 'lost') {
      const current = await asOfNow(ctx.app, ended.item ?? item)
      if (current.status === 'cancelled') return unchanged(ctx, current)
      throw endedError(current)
    }
    if (ended.result === 'session_ended') throw sessionExpired()
    if (ended.result !== 'ended') return recalledReply(ctx, item, ended)
    wakeUps.changed(item.id)
    return json(200, toInteraction(ended.item))
  } catch (error) {
    await recordRefusal(ctx, item, error)
    throw error
  }
}

async function unchanged(ctx: Ctx, item: Item): Promise<Reply> {
  await ctx.app.store.appendAudit(item.id, auditEntry(ctx, 'cancel.repeated'))
  return json(200, toInteraction(item))
}

function readOnly() {
  return new InteractionError('read_only', 'A plan limit is read only: only the agent that opened it ends it.')
}

/** How an item is withdrawn with a reason, by whoever is calling. */
export function withdrawal(ctx: Ctx, item: { id: string }, reason: string, request: KeyedRequest): EndPlan {
  return {
    id: item.id,
    sessionId: null,
    privateResult: null,
    ending: {
      decision: 'cancelled',
      reason,
      message: null,
      answers: null,
      handoff: null,
      presentUser: null,
      ...answererOf(ctx.actor),
      override: null,
    },
    newEventId: () => newId('evt'),
    audit: (ended) =>
      auditEntry(ctx, 'interaction.cancelled', {
        before: 'pending',
        after: 'cancelled',
        decision: 'cancelled',
        present_user: 'none',
        digest: ended.digest,
      }),
    idempotency: request.idempotency,
    reply: (ended) => json(200, toInteraction(ended)),
  }
}

/**
 * Ends a plan limit when there is room again (K12, T10). Only the asker may.
 * @returns 200 with the object
 * @throws answer_mismatch for any other kind, read_only, already_resolved, already_cancelled, expired
 */
export async function settleInteraction(
  ctx: Ctx,
  found: Item,
  body: JsonObject | null,
  request: KeyedRequest,
): Promise<Reply> {
  parseWith(SettleBody, body?.value ?? {})
  const { store, wakeUps } = ctx.app
  const recalled = await store.recall(request.idempotency)
  if (recalled) return recalledReply(ctx, found, recalled)
  const item = await asOfNow(ctx.app, found)
  try {
    if (item.status !== 'pending') throw endedError(item)
    if (!isReadOnly(item)) {
      throw new InteractionError('answer_mismatch', 'Only a plan limit is settled; anything else is answered.')
    }
    if (item.asker !== askerOf(ctx.actor)) throw readOnly()
    const plan = withdrawal(ctx, item, '', request)
    const ended = await store.end({
      ...plan,
      ending: { ...plan.ending, decision: 'approved', reason: null },
      audit: () =>
        auditEntry(ctx, 'interaction.settled', {
          before: 'pending',
          after: 'resolved',
          decision: 'approved',
          present_user: 'none',
          digest: item.digest,
        }),
    })
    if (ended.result === 'lost') throw endedError(await asOfNow(ctx.app, ended.item ?? item))
    if (ended.result === 'session_ended') throw sessionExpired()
    if (ended.result !== 'ended') return recalledReply(ctx, item, ended)
    wakeUps.changed(item.id)
    return json(200, toInteraction(ended.item))
  } catch (error) {
    await recordRefusal(ctx, item, error)
    throw error
  }
}
