import { z } from 'zod'
import { type Item, toInteraction, toIso, type ViewExtras } from '@/lib/interactions/item'
import { kindNames } from '@/lib/interactions/kinds'
import { types } from '@/lib/interactions/kinds/define'
import { statuses } from '@/lib/interactions/status'
import { idOf, Moment, oneLine, UserId } from '@/lib/interactions/text'
import { typeSpec, typesForPrograms } from '@/lib/interactions/types'
import type { ListFilter } from '@/lib/store/items'
import type { Found } from '@/lib/store/search-items'
import { maySeeNonce } from './access'
import { findCautions } from './cautions'
import { auditEntry, type Ctx } from './context'
import { makeCursor, readCursor } from './cursor'
import { asOfNow, expireOverdue } from './expiry'
import { json, type Reply } from './reply'
import { toldOf } from './told'

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })

const Include = z.literal('context').optional().meta({ description: 'Adds who asks and who answered, as `context`.' })

/** How many items a page holds (R13). */
export const PageLimit = wholeNumber(1, 100).meta({ description: 'How many items a page holds. Default 20.' })

/** Where a page begins (R14). */
export const Cursor = z
  .string()
  .optional()
  .meta({ description: 'The `next_cursor` of the page before, unchanged. Absent: the first page.' })

/** Seconds to wait for the item to end (C17). */
export const Wait = wholeNumber(0, 50).meta({ description: 'Seconds to wait for the item to end.' })

export const ListQuery = z.strictObject({
  limit: PageLimit.optional(),
  cursor: Cursor,
  user_id: UserId.optional().meta({ description: "Only this user's, by the integrator's id." }),
  conversation_id: idOf('conv').optional().meta({ description: "Only this conversation's." }),
  task_id: idOf('task').optional().meta({ description: "Only this task's." }),
  type: z.enum(types).optional().meta({ description: 'Only this type. Absent: every type, tool calls included.' }),
  kind: z.enum(kindNames).optional().meta({ description: 'Only this kind.' }),
  status: z.enum(statuses).optional().meta({ description: 'Only this status. Default: pending.' }),
  agent: oneLine(1, 200).optional().meta({ description: "Only this agent's, by its exact name." }),
  moves_money: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: "Only what moves money, or only what does not. One of the company's own tools is neither." }),
  created_after: Moment.optional().meta({
    description: 'Only what was opened after this moment, itself not included.',
  }),
  created_before: Moment.optional().meta({ description: 'Only what was opened before it, itself not included.' }),
  q: oneLine(1, 200)
    .optional()
    .meta({ description: "Only what has this text in its summary or in its agent's name, whatever the case." }),
  include: Include,
})

export const GetQuery = z.strictObject({ wait: Wait.optional(), include: Include })

const defaultLimit = 20

/**
 * Lists what waits, newest first (R12-R26, D19.14).
 * @throws invalid_cursor
 */
export async function listInteractions(ctx: Ctx, query: z.output<typeof ListQuery>): Promise<Reply> {
  const { actor, app } = ctx
  const { limit = defaultLimit, cursor, include, status = 'pending', ...filters } = query
  const scope = { ...filters, status, mode: actor.mode }
  const after = cursor === undefined ? undefined : readCursor(app.secrets, cursor, scope)
  await expireOverdue(app)
  const isUser = actor.type === 'person' && actor.role === 'user'
  const filter: ListFilter = {
    mode: actor.mode,
    status,
    userId: filters.user_id,
    conversationId: filters.conversation_id,
    taskId: filters.task_id,
    type: filters.type,
    kind: filters.kind,
    createdAfterMs: toMs(filters.created_after),
    createdBeforeMs: toMs(filters.created_before),
    userIds: isUser ? actor.userIds : undefined,
    withoutTypes: isUser && filters.type === undefined ? typesForPrograms : undefined,
    after,
    limit: limit + 1,
  }
  const { items, lookedTo } = await readPage(ctx, filter, filters)
  const page = items.slice(0, limit)
  const last = items.length > limit ? page.at(-1) : lookedTo
  return json(200, {
    data: page.map((item) => view(ctx, item, { context: include === 'context' })),
    next_cursor: last ? makeCursor(app.secrets, last, scope) : null,
  })
}

const toMs = (moment: string | undefined) => (moment === undefined ? undefined : Date.parse(moment))

type Searched = Pick<z.output<typeof ListQuery>, 'agent' | 'moves_money' | 'q'>

/** A search looks through a bounded number of items, and says how far it came. */
async function readPage({ app }: Ctx, filter: ListFilter, { agent, moves_money, q }: Searched): Promise<Found> {
  if (agent === undefined && moves_money === undefined && q === undefined) {
    return { items: await app.store.listItems(filter), lookedTo: null }
  }
  const movesMoney = moves_money === undefined ? undefined : moves_money === 'true'
  return app.store.searchItems(filter, { agent, movesMoney, text: q })
}

function view(ctx: Ctx, item: Item, extras: ViewExtras) {
  return toInteraction(item, { ...extras, nonce: maySeeNonce(ctx, item) })
}

/** How long a frame outlives its item (A33). */
export const frameLifeMs = 24 * 3_600_000

/** One item, with its frame; waits up to `wait` seconds for its end (R57, K19). */
export async function getInteraction(ctx: Ctx, found: Item, query: z.output<typeof GetQuery>): Promise<Reply> {
  const item = await waitForEnd(ctx, found, query.wait ?? 0)
  const isFrameKept = item.resolvedAtMs === null || item.resolvedAtMs > ctx.app.store.nowMs() - frameLifeMs
  const frame = isFrameKept && typeSpec(item.type).hasFrame ? await ctx.app.store.findFrame(item.id) : null
  if (ctx.actor.type === 'person') {
    await ctx.app.store.recordView(item.id, auditEntry(ctx, 'interaction.viewed', { digest: item.digest }))
  }
  return json(
    200,
    view(ctx, item, {
      ...(query.include === 'context' && {
        context: true,
        found: await findCautions(ctx.app, item),
      }),
      frameUrl: frame && `data:image/jpeg;base64,${Buffer.from(frame).toString('base64')}`,
    }),
  )
}

/** The item once it has ended, or as it stands when the wait is over (C17). */
async function waitForEnd(ctx: Ctx, found: Item, waitSeconds: number): Promise<Item> {
  const { app } = ctx
  const item = await asOfNow(app, found)
  if (waitSeconds === 0 || item.status !== 'pending') return item
  return app.wakeUps.readUntil({
    id: item.id,
    read: async () => asOfNow(app, (await app.store.findItem(item.id)) ?? item),
    isSettled: ({ status }) => status !== 'pending',
    deadlineOf: ({ expiresAtMs }) => expiresAtMs,
    untilMs: app.store.nowMs() + waitSeconds * 1000,
    nowMs: app.store.nowMs,
    signal: AbortSignal.any([ctx.signal, app.shutdown]),
    assertStillValid: ctx.assertStillValid,
  })
}

/** How long a hand-off's answers outlive their first reading (A32). */
const answersLifeMs = 10 * 60_000

export const ResultQuery = z.strictObject({ wait: Wait.optional() })

/** Records the first reading of a result. A failure is logged, and rejects where it is waited for. */
function recordPickUp(ctx: Ctx, item: Item): Promise<unknown> {
  const { log, store } = ctx.app
  const nowMs = store.nowMs()
  const recorded = store.pickUp(item.id, nowMs, nowMs + answersLifeMs, auditEntry(ctx, 'result.picked_up'))
  recorded.catch((err) => log.error({ err, target: item.id }, 'a reading of a result was not recorded'))
  return recorded
}

/**
 * What the asker hears: the decision, and the parts that only it may read (K18, K20, A32).
 * The output's text is put in as it was sent (C31).
 */
export async function readResult(ctx: Ctx, found: Item, query: z.output<typeof ResultQuery>): Promise<Reply> {
  const item = await waitForEnd(ctx, found, query.wait ?? 0)
  const recorded = item.status !== 'pending' && item.pickedUpAtMs === null ? recordPickUp(ctx, item) : undefined
  const kept = item.status === 'resolved' ? await ctx.app.store.findPrivateResult(item.id) : null
  const hasWaited = found.status === 'pending'
  // Who has waited hears at once; what is to be forgotten soon is given out only once that is settled.
  if (!hasWaited || kept?.answers) await recorded
  const answers = item.answers ?? kept?.answers
  const told = toldOf(item)
  const result = {
    object: 'interaction.result',
    id: item.id,
    type: item.type,
    status: item.status,
    decision: item.decision,
    ...(answers && { answers }),
    ...(item.handoff && { handoff: item.handoff }),
    ...(kept?.error != null && { error: kept.error }),
    ...(item.reason !== null && { reason: item.reason }),
    ...(item.message !== null && { message: item.message }),
    ...(told !== undefined && { text: told }),
    present_user: item.decision === 'approved' ? item.presentUser !== null : null,
    ...(item.answeredBy && { answered_by: { type: item.answeredBy.type, id: item.answeredBy.id } }),
    resolved_at: item.resolvedAtMs === null ? null : toIso(item.resolvedAtMs),
    digest: item.digest,
  }
  const text = JSON.stringify(result)
  return {
    status: 200,
    body: kept?.outputJson == null ? text : `${text.slice(0, -1)},"output":${kept.outputJson}}`,
  }
}
