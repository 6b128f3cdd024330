import { randomBytes } from 'node:crypto'
import { type Draft, readAsk } from '@/lib/interactions/ask'
import { InteractionError } from '@/lib/interactions/errors'
import { type Item, toInteraction } from '@/lib/interactions/item'
import { withoutMetadata } from '@/lib/interactions/jpeg'
import type { JsonObject } from '@/lib/interactions/json-text'
import { typeSpec } from '@/lib/interactions/types'
import { digestOf } from '@/lib/store/digest'
import type { Opened, OpenPlan } from '@/lib/store/items'
import { ownAsker } from './access'
import { askerOf, auditEntry, type Ctx, newId } from './context'
import { asOfNow, expireOverdue } from './expiry'
import { recordRefusal } from './refusal'
import { type KeyedRequest, keyReused, type Reply, replayed } from './reply'
import { sha256 } from './secrets'

const defaultAgent = 'Agent'
/** Not content: who asks again after a crash may name another deadline or note (D18.11). */
const notContent = ['external_id', 'expires_in', 'expires_at', 'metadata']

/**
 * Opens an interaction (K3-K17, T1).
 * @returns 201 with the object and its `digest`, or 200 with the one that the same `external_id` opened earlier
 * @throws invalid_request, invalid_text, unknown_parameter, external_id_conflict, too_many_pending, idempotency_key_reused
 */
export async function openInteraction(ctx: Ctx, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  for (const name of ['details', 'metadata']) assertKeptWhole(body, name)
  const shown = Object.hasOwn(body.value, 'arguments') ? { arguments: body.shownMember('arguments') } : {}
  return openDraft(ctx, readAsk({ ...body.value, ...shown }, ctx.app.store.nowMs()), body, request)
}

/** Opens what an ask was read as. @param body the ask itself, which tells a repeat from another one */
export async function openDraft(ctx: Ctx, draft: Draft, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  const { store, config } = ctx.app
  const nowMs = draft.askedAtMs
  const frame = draft.frame === null ? null : decodeFrame(draft.frame)
  const item = toNewItem(ctx, draft, body, nowMs, frame?.sha256)
  const plan: OpenPlan = {
    item,
    newTaskId: typeSpec(item.type).opensTask ? newId('task') : null,
    onlyAsker: ownAsker(ctx),
    frame,
    bornConnected: (connectionId) => ({
      status: 'resolved',
      decision: 'approved',
      resolvedAtMs: nowMs,
      answeredBy: { type: 'connection', id: connectionId, name: item.app ?? '' },
      method: 'connection',
    }),
    limits: config.limits,
    newEventId: () => newId('evt'),
    audit: (action, each) =>
      auditEntry(ctx, action, {
        kind: each.kind,
        user_id: each.userId,
        digest: each.digest,
        mode: each.mode,
        ...(each.decision !== null && { after: each.status, decision: each.decision }),
      }),
    idempotency: request.idempotency,
    reply: (each) => ({ status: 201, body: createdBody(each) }),
  }
  let opened = await store.open(plan)
  if (opened.result === 'too_many_pending') {
    // What has run out waits no more, even where nothing has swept it yet (A35).
    await expireOverdue(ctx.app)
    opened = await store.open(plan)
  }
  if (opened.result === 'opened') ctx.app.wakeUps.changed(opened.item.id)
  return toReply(ctx, opened)
}

/** What is shown as it was sent may hold nothing that a JavaScript object would change in silence. @throws invalid_request */
function assertKeptWhole(body: JsonObject, name: string) {
  const kept = JSON.stringify(body.value[name])
  if (kept !== JSON.stringify(body.shownMember(name))) {
    throw new InteractionError(
      'invalid_request',
      `${name}: holds a number with more digits than can be kept; send it as text.`,
      {
        param: name,
      },
    )
  }
  if (kept?.includes('"__proto__"')) {
    throw new InteractionError('invalid_request', `${name}: must not have a member called __proto__.`, { param: name })
  }
}

const createdBody = (item: Item) => JSON.stringify({ ...toInteraction(item), digest: item.digest })

function placesOf({ app }: Ctx, id: string): Record<string, string> {
  return { Location: `/v1/interactions/${id}`, Link: `<${app.config.publicUrl}/inbox/${id}>; rel="alternate"` }
}

async function toReply(ctx: Ctx, opened: Opened): Promise<Reply> {
  switch (opened.result) {
    case 'opened':
    case 'existing': {
      const item = await asOfNow(ctx.app, opened.item)
      const status = opened.result === 'opened' ? 201 : 200
      return { status, body: createdBody(item), headers: placesOf(ctx, item.id) }
    }
    case 'replayed': {
      const reply = replayed(opened.kept)
      // What was kept is a `createdBody`.
      const { id } = JSON.parse(reply.body) as Pick<Item, 'id'>
      return { ...reply, headers: { ...reply.headers, ...placesOf(ctx, id) } }
    }
    case 'key_reused':
      throw keyReused()
    case 'external_id_conflict': {
      const error = new InteractionError(
        'external_id_conflict',
        'external_id: was used for an ask with other content.',
        {
          param: 'external_id',
          details: { id: opened.item.id },
        },
      )
      await recordRefusal(ctx, opened.item, error)
      throw error
    }
    case 'unfit_task':
    case 'unfit_conversation': {
      const param = opened.result === 'unfit_task' ? 'task_id' : 'conversation_id'
      throw new InteractionError('invalid_request', `${param}: ${opened.why}.`, { param })
    }
    case 'too_many_pending':
      throw new InteractionError(
        'too_many_pending',
        `${opened.limit} items already wait for this ${opened.per}. Let some be answered or withdraw them.`,
        { retryAfterSeconds: 60, details: { limit: opened.limit, per: opened.per } },
      )
  }
}

function decodeFrame(uri: string) {
  const jpeg = withoutMetadata(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
  return { jpeg, sha256: sha256(jpeg) }
}

function toNewItem(ctx: Ctx, draft: Draft, body: JsonObject, nowMs: number, frameHash: string | undefined): Item {
  const { actor, app } = ctx
  const key = actor.type === 'key' ? actor : null
  const agent = key?.agent ?? defaultAgent
  const canonicalArguments = draft.hasArguments ? body.canonicalMember('arguments') : undefined
  return {
    id: newId(typeSpec(draft.type).idPrefix),
    mode: actor.mode,
    type: draft.type,
    kind: draft.kind,
    status: 'pending',
    userId: draft.userId,
    taskId: draft.taskId,
    conversationId: draft.conversationId,
    asker: askerOf(actor),
    agent,
    keyId: key?.id ?? null,
    keyLabel: key?.name ?? null,
    summary: draft.summary,
    movesMoney: draft.movesMoney,
    requiresPresentUser: draft.requiresPresentUser,
    details: draft.details,
    questions: draft.questions,
    browser: draft.browser,
    liveUrl: draft.liveUrl,
    app: draft.app,
    nonce: draft.needsNonce ? randomBytes(24).toString('base64url') : null,
    externalId: draft.externalId,
    metadata: draft.metadata,
    digest: digestOf({ ...draft, agent }, frameHash),
    contentHmac: app.secrets.hmac('content', body.canonical(notContent)),
    argumentsHmac: canonicalArguments === undefined ? null : app.secrets.hmac('arguments', canonicalArguments),
    createdAtMs: nowMs,
    expiresAtMs: draft.expiresAtMs,
    resolvedAtMs: null,
    decision: null,
    reason: null,
    message: null,
    answers: null,
    handoff: null,
    presentUser: null,
    answeredBy: null,
    method: null,
    override: null,
    pickedUpAtMs: null,
  }
}
