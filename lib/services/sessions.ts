import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { types } from '@/lib/interactions/kinds/define'
import { idOf, UserId } from '@/lib/interactions/text'
import { auditEntry, type Ctx, newId, newToken } from './context'
import { json, type Reply } from './reply'
import { sha256 } from './secrets'

const Origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'must be an origin, such as "https://app.example.com"',
})

export const SessionBody = z.strictObject({
  user_id: UserId,
  interactions: z.array(idOf('int', 'call')).min(1).max(100).optional().meta({ description: 'Only these items.' }),
  allow: z.array(z.enum(types)).min(1).optional().meta({ description: 'Only items of these types.' }),
  expires_in: z.number().int().min(60).max(86_400).default(3600).meta({ description: 'Seconds the token lives.' }),
  allowed_origins: z
    .array(Origin)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'The origins whose pages may use the token. Absent: any.' }),
})

/**
 * Opens a session: a token for one user's own page, shown once (K29, R93, R95).
 * @returns 201 with `token`
 * @throws invalid_request, unknown_parameter
 */
export async function createSession(ctx: Ctx, body: JsonObject): Promise<Reply> {
  if (Object.hasOwn(body.value, 'screen') && body.value.screen !== null) {
    throw new InteractionError('invalid_request', 'screen: sessions with a screen are not available yet.', {
      param: 'screen',
    })
  }
  const { screen: _, ...rest } = body.value
  const input = parseWith(SessionBody, rest)
  const nowMs = ctx.app.store.nowMs()
  const id = newId('ses')
  const token = `vst_${ctx.actor.mode}_${newToken()}`
  const expiresAtMs = nowMs + input.expires_in * 1000
  await ctx.app.store.createSession(
    {
      id,
      mode: ctx.actor.mode,
      userId: input.user_id,
      interactions: input.interactions ?? null,
      allow: input.allow ?? null,
      allowedOrigins: input.allowed_origins ?? null,
      keyId: ctx.actor.type === 'key' ? ctx.actor.id : null,
      createdAtMs: nowMs,
      expiresAtMs,
      endedAtMs: null,
    },
    sha256(token),
    auditEntry(ctx, 'session.created', { session: id, user_id: input.user_id }),
  )
  return json(201, {
    object: 'session',
    id,
    token,
    user_id: input.user_id,
    screen: null,
    expires_at: toIso(expiresAtMs),
    created_at: toIso(nowMs),
  })
}

/** Ends a session: its token is refused and its streams close at once (K30). @throws not_found */
export async function deleteSession(ctx: Ctx, id: string): Promise<Reply> {
  const entry = auditEntry(ctx, 'session.ended', { session: id.slice(0, 80) })
  const isThere =
    /^ses_[0-9a-z]{1,64}$/.test(id) &&
    (await ctx.app.store.endSession(id, ctx.actor.mode, ctx.app.store.nowMs(), entry))
  if (!isThere) throw notFound()
  return json(200, { object: 'session', id, deleted: true })
}
