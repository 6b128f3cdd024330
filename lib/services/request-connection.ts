import { z } from 'zod'
import { readAsk } from '@/lib/interactions/ask'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { type JsonObject, toJsonObject } from '@/lib/interactions/json-text'
import { idOf, isStorableText, UserId } from '@/lib/interactions/text'
import { assertMayRequestConnections } from './agents'
import type { Ctx } from './context'
import { openDraft } from './open-interaction'
import type { KeyedRequest, Reply } from './reply'

const appLength = 80
const reasonLength = 280

export const RequestConnectionBody = z.strictObject({
  app: z.string().min(1).max(100_000),
  reason: z.string().min(1).max(100_000),
  user_id: UserId.nullable().optional(),
  task_id: idOf('task').optional(),
  external_id: z.string().max(200).optional(),
})

/** The first code points of a text; a pair is never split (A2A-R27). */
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** One line, whatever the model wrote. */
const toLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e]+/gu, ' ')

/** The slug by which connections know an app; what has none can only be declined. */
function slugOf(app: string): string {
  return app
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '')
    .replace(/^[^a-z0-9]+/, '')
}

/**
 * An agent's `request_connection`: asks the user to connect an app, with the app cut at 80 and the reason at 280 code
 * points (N18). Off unless the agent's manifest turns it on.
 * @throws insufficient_scope, invalid_request
 */
export async function requestConnection(ctx: Ctx, body: JsonObject, request: KeyedRequest): Promise<Reply> {
  const input = parseWith(RequestConnectionBody, body.value)
  await assertMayRequestConnections(ctx)
  const app = toLine(cut(input.app, appLength))
  const reason = cut(input.reason, reasonLength)
  if (!isStorableText(app) || !isStorableText(reason)) {
    throw new InteractionError('invalid_text', 'app: must not hold U+0000 or a lone surrogate.', { param: 'app' })
  }
  const slug = slugOf(app)
  const ask = toJsonObject({
    kind: 'composio_auth',
    app: slug === '' ? 'unknown' : slug.slice(0, appLength),
    reason,
    summary: toLine(cut(`Connect ${app}: ${reason}`, 200)),
    user_id: input.user_id ?? null,
    ...(input.task_id !== undefined && { task_id: input.task_id }),
    ...(input.external_id !== undefined && { external_id: input.external_id }),
  })
  const draft = readAsk(ask.value, ctx.app.store.nowMs())
  return openDraft(
    ctx,
    { ...draft, details: { ...draft.details, app, reason }, app: slug === '' ? null : draft.app },
    ask,
    request,
  )
}
