import { type Answer, readAnswer, settle } from '@/lib/interactions/answer'
import { InteractionError } from '@/lib/interactions/errors'
import type { Item, Presence } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { typeSpec } from '@/lib/interactions/types'
import type { Settlement } from '@/lib/interactions/types/define'
import type { EndPlan } from '@/lib/store/items'
import { isForSomebodyElse, mayVouch } from './access'
import { type Actor, auditEntry, type Ctx, newId } from './context'
import { asOfNow } from './expiry'
import { keepMoneyPace } from './money-pace'
import { endedError, recordRefusal, sessionExpired } from './refusal'
import { json, type KeyedRequest, keyReused, overrideHeader, type Reply, replayed } from './reply'
import { isSameSecret } from './secrets'

const resultLifeMs = 30 * 24 * 3_600_000

/**
 * Answers an item, exactly once (R59-R82, T3-T8).
 * @returns 200 `{id, object, type, status}`
 * @throws the codes of contract section 9 from "body schema" on
 */
export async function answerInteraction(
  ctx: Ctx,
  found: Item,
  body: JsonObject,
  request: KeyedRequest,
): Promise<Reply> {
  const answer = readAnswer(body.value)
  const override = overrideOf(ctx, found, request)
  const recalled = await ctx.app.store.recall(request.idempotency)
  if (recalled) return recalledReply(ctx, found, recalled)
  const item = await asOfNow(ctx.app, found)
  try {
    if (item.status !== 'pending') throw endedError(item)
    const settlement = settle(toSettle(item), answer, {
      mayVouch: mayVouch(ctx, item),
      hasNonce: item.nonce !== null,
      nonce: compareNonce(item, answer),
    })
    await keepMoneyPace(ctx, item, settlement)
    const ended = await ctx.app.store.end(toPlan(ctx, item, answer, settlement, override, body, request))
    if (ended.result === 'session_ended') throw sessionExpired()
    if (ended.result === 'lost') throw endedError(await asOfNow(ctx.app, ended.item ?? item))
    if (ended.result !== 'ended') return recalledReply(ctx, item, ended)
    ctx.app.wakeUps.changed(item.id)
    return answeredReply(item, settlement)
  } catch (error) {
    await recordRefusal(ctx, item, error)
    throw error
  }
}

const answeredReply = (item: Item, settlement: Settlement) =>
  json(200, {
    id: item.id,
    object: 'interaction',
    type: item.type,
    status: typeSpec(item.type).answeredStatus(settlement),
  })

/** The reply that the key got before, on the record. @throws idempotency_key_reused */
export async function recalledReply(
  ctx: Ctx,
  item: Item,
  recalled: { result: 'replayed'; kept: { status: number; body: string } } | { result: 'key_reused' },
): Promise<Reply> {
  if (recalled.result === 'key_reused') throw keyReused()
  await ctx.app.store.appendAudit(item.id, auditEntry(ctx, 'idempotency.replayed'))
  return replayed(recalled.kept)
}

const toSettle = (item: Item) => ({
  kind: item.kind,
  type: item.type,
  details: item.details,
  requires_present_user: item.requiresPresentUser,
  questions: item.questions ?? undefined,
})

function compareNonce(item: Item, answer: Answer): 'absent' | 'match' | 'mismatch' {
  if (answer.shape !== 'approve' || answer.nonce === undefined) return 'absent'
  return item.nonce !== null && isSameSecret(answer.nonce, item.nonce) ? 'match' : 'mismatch'
}

/**
 * An admin's answer for a user who they are not, with the reason that came along; null when it is none (rule 13).
 * @throws invalid_request when there is a reason and no override
 */
function overrideOf(ctx: Ctx, item: Item, { overrideReason = null }: KeyedRequest): Item['override'] {
  if (isForSomebodyElse(ctx, item)) return { reason: overrideReason }
  if (overrideReason === null) return null
  throw new InteractionError(
    'invalid_request',
    `${overrideHeader}: goes only with the answer of a signed-in admin to an item of another user. Leave it out here.`,
    { param: overrideHeader },
  )
}

/** A signed-in person's yes was seen by us; anyone else's is their word (A39). */
function presenceOf(actor: Actor, answer: Answer, settlement: Settlement): Presence | null {
  const said = answer.shape === 'approve' && answer.present_user === true && settlement.decision === 'approved'
  if (!said) return null
  return actor.type === 'person' ? 'witnessed' : 'claimed'
}

export function answererOf(actor: Actor) {
  return {
    answeredBy: { type: actor.type, id: actor.id, name: actor.name },
    method: actor.type === 'person' ? actor.method : actor.type === 'key' ? 'api_key' : null,
  }
}

function privateResultOf(
  ctx: Ctx,
  settlement: Settlement,
  answersArePublic: boolean,
  body: JsonObject,
): EndPlan['privateResult'] {
  const answers = answersArePublic ? null : (settlement.answers ?? null)
  const outputJson = settlement.hasOutput ? (body.rawMember('output') ?? null) : null
  const error = settlement.error ?? null
  if (answers === null && outputJson === null && error === null) return null
  return { answers, outputJson, error, forgetAtMs: ctx.app.store.nowMs() + resultLifeMs }
}

function toPlan(
  ctx: Ctx,
  item: Item,
  answer: Answer,
  settlement: Settlement,
  override: Item['override'],
  body: JsonObject,
  request: KeyedRequest,
): EndPlan {
  const presentUser = presenceOf(ctx.actor, answer, settlement)
  const { answersArePublic } = typeSpec(item.type)
  return {
    id: item.id,
    sessionId: ctx.actor.type === 'session' ? ctx.actor.id : null,
    privateResult: privateResultOf(ctx, settlement, answersArePublic, body),
    ending: {
      decision: settlement.decision,
      reason: settlement.reason ?? null,
      message: settlement.message ?? null,
      answers: (answersArePublic && settlement.answers) || null,
      handoff: settlement.handoff ?? null,
      presentUser,
      ...answererOf(ctx.actor),
      override,
    },
    newEventId: () => newId('evt'),
    audit: () =>
      auditEntry(ctx, 'interaction.answered', {
        before: 'pending',
        after: 'resolved',
        decision: settlement.decision,
        present_user: presentUser ?? 'none',
        digest: item.digest,
        ...(override && { override }),
        ...request.facts,
      }),
    idempotency: request.idempotency,
    reply: () => answeredReply(item, settlement),
    entry: request.entry ?? null,
  }
}
