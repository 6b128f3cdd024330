import { z } from 'zod'
import { notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { UserId } from '@/lib/interactions/text'
import { auditEntry, type Ctx, newToken } from './context'
import { json, type Reply } from './reply'
import { sha256 } from './secrets'

const linkLifeMs = 15 * 60_000

export const UserLinkToken = z.strictObject({ token: z.string().min(1).max(200) })

/** A one-time link that makes whoever opens it, signed in, the person of that user (K27). @returns 201 with `url` */
export async function createUserLink(ctx: Ctx, userId: string): Promise<Reply> {
  if (!UserId.safeParse(userId).success) throw notFound()
  const token = newToken()
  const nowMs = ctx.app.store.nowMs()
  const expiresAtMs = nowMs + linkLifeMs
  await ctx.app.store.createUserLink({ sha256: sha256(token), userId, createdAtMs: nowMs, expiresAtMs })
  return json(201, {
    object: 'user_link',
    user_id: userId,
    url: `${ctx.app.config.publicUrl}/link#${token}`,
    expires_at: toIso(expiresAtMs),
    created_at: toIso(nowMs),
  })
}

/** What a link is for, without spending it. @throws not_found when it is none of ours, used up or over */
export async function describeUserLink(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { token } = parseWith(UserLinkToken, body.value)
  const link = await ctx.app.store.people.findOpenUserLink(sha256(token), ctx.app.store.nowMs())
  if (!link) throw notFound()
  return json(200, {
    object: 'user_link',
    user_id: link.user_id,
    is_linked: ctx.actor.type === 'person' && ctx.actor.userIds.includes(link.user_id),
    expires_at: toIso(Number(link.expires_at)),
  })
}

/** Links the signed-in person to the link's user; the link is spent. @throws not_found */
export async function acceptUserLink(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { token } = parseWith(UserLinkToken, body.value)
  const personId = ctx.actor.id
  const userId = await ctx.app.store.acceptUserLink(sha256(token), personId, ctx.app.store.nowMs(), (linked) =>
    auditEntry(ctx, 'user.linked', { person: personId, user_id: linked }),
  )
  if (userId === null) throw notFound()
  return json(200, { object: 'user_link', user_id: userId, person_id: personId, accepted: true })
}
