import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { slug, UserId } from '@/lib/interactions/text'
import type { Connection, SettlePlan } from '@/lib/store/connections'
import { auditEntry, type Ctx, newId, newToken } from './context'
import { makeCursor, readCursor } from './cursor'
import { Cursor, PageLimit } from './read-interactions'
import { json, type Reply } from './reply'
import { sha256 } from './secrets'

export type { Connection }

const linkLifeMs = 10 * 60_000
const defaultLimit = 20

const ReturnUrl = z
  .string()
  .max(2048, { error: 'must be at most 2,048 characters long' })
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).username, {
    error: 'must be an http or https address without user name or password',
  })

export const ConnectionBody = z.strictObject({
  user_id: UserId,
  app: slug(80),
  return_url: ReturnUrl.optional(),
  status: z.literal('active').optional(),
})

export const ConnectionsQuery = z.strictObject({
  limit: PageLimit.optional(),
  cursor: Cursor,
  user_id: UserId.optional(),
  app: slug(80).optional(),
})

/** The users whose connections the caller reaches; null is all. */
function reachOf(ctx: Ctx): readonly string[] | null {
  if (ctx.actor.type === 'person') return ctx.actor.userIds
  return ctx.actor.type === 'session' ? [ctx.actor.userId] : null
}

/** The public object. */
export function connectionView(connection: Connection, connectUrl: string | null = null) {
  return {
    object: 'connection',
    id: connection.id,
    user_id: connection.userId,
    app: connection.app,
    status: connection.status,
    connect_url: connectUrl,
    expires_at: connection.expiresAtMs === null ? null : toIso(connection.expiresAtMs),
    created_at: toIso(connection.createdAtMs),
  }
}

/** What a connection that turns active does to the items that waited for it (K33, T9). */
export function settlePlan(ctx: Ctx, connection: Pick<Connection, 'id' | 'app' | 'userId'>): SettlePlan {
  return {
    audit: auditEntry(ctx, 'connection.active', {
      connection: connection.id,
      app: connection.app,
      user_id: connection.userId,
    }),
    endItem: ({ id }) => ({
      id,
      sessionId: null,
      privateResult: null,
      ending: {
        decision: 'approved',
        reason: null,
        message: null,
        answers: null,
        handoff: null,
        presentUser: null,
        answeredBy: { type: 'connection', id: connection.id, name: connection.app },
        method: 'connection',
        override: null,
      },
      newEventId: () => newId('evt'),
      audit: (item) =>
        auditEntry(ctx, 'interaction.answered', {
          before: 'pending',
          after: 'resolved',
          decision: 'approved',
          present_user: 'none',
          connection: connection.id,
          digest: item.digest,
        }),
      idempotency: null,
      reply: () => ({ status: 200, body: '' }),
    }),
  }
}

/**
 * Begins a connection, or records one that the company made itself (K32).
 * @returns 201 with `connect_url`, good once and for ten minutes, or null where it is active already
 * @throws invalid_request, not_found for another user, insufficient_scope for `status: "active"` without a key
 */
export async function createConnection(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const input = parseWith(ConnectionBody, body.value)
  const reach = reachOf(ctx)
  if (reach && !reach.includes(input.user_id)) throw notFound()
  const nowMs = ctx.app.store.nowMs()
  const isActive = input.status === 'active'
  if (isActive && ctx.actor.type !== 'key') {
    throw new InteractionError('insufficient_scope', 'Only an API key may record a connection as active.', {
      param: 'status',
      details: { scope: 'runtime' },
    })
  }
  const connection: Connection = {
    id: newId('cnx'),
    mode: ctx.actor.mode,
    userId: input.user_id,
    app: input.app.toLowerCase(),
    status: isActive ? 'active' : 'pending',
    returnUrl: input.return_url ?? null,
    flow: null,
    tokensSealed: null,
    createdAtMs: nowMs,
    expiresAtMs: isActive ? null : nowMs + linkLifeMs,
    activeAtMs: isActive ? nowMs : null,
  }
  if (isActive) {
    const settled = await ctx.app.store.createActiveConnection(connection, settlePlan(ctx, connection))
    for (const item of settled) ctx.app.wakeUps.changed(item.id)
    return json(201, connectionView(connection))
  }
  const token = newToken()
  const facts = { connection: connection.id, app: connection.app, user_id: connection.userId }
  await ctx.app.store.createConnection(connection, sha256(token), auditEntry(ctx, 'connection.created', facts))
  return json(201, connectionView(connection, `${ctx.app.config.publicUrl}/connect#${token}`))
}

/** Connections of the users the caller reaches, newest first. @throws invalid_cursor */
export async function listConnections(ctx: Ctx, query: z.output<typeof ConnectionsQuery>): Promise<Reply> {
  const { limit = defaultLimit, cursor, ...filters } = query
  const scope = { list: 'connections', mode: ctx.actor.mode, ...filters }
  const reach = reachOf(ctx)
  const asked = filters.user_id
  const userIds = asked === undefined ? (reach ?? undefined) : !reach || reach.includes(asked) ? [asked] : []
  const rows = await ctx.app.store.listConnections({
    mode: ctx.actor.mode,
    userIds,
    app: filters.app?.toLowerCase(),
    after: cursor === undefined ? undefined : readCursor(ctx.app.secrets, cursor, scope),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return json(200, {
    data: page.map((row) => connectionView(row)),
    next_cursor: rows.length > limit && last ? makeCursor(ctx.app.secrets, last, scope) : null,
  })
}

/** The connection, where the caller reaches its user. @throws not_found */
export async function getOwnConnection(ctx: Ctx, id: string): Promise<Connection> {
  const found = /^cnx_[0-9a-z]{1,64}$/.test(id) ? await ctx.app.store.findConnection(id) : null
  const reach = reachOf(ctx)
  const isTheirs = found && found.mode === ctx.actor.mode && (!reach || reach.includes(found.userId))
  if (!isTheirs || found.status === 'removed') throw notFound()
  return found
}

export async function getConnection(ctx: Ctx, id: string): Promise<Reply> {
  return json(200, connectionView(await getOwnConnection(ctx, id)))
}

/** Takes a connection away; later asks for the app wait again. @throws not_found */
export async function deleteConnection(ctx: Ctx, id: string): Promise<Reply> {
  const { app, userId } = await getOwnConnection(ctx, id)
  const facts = { connection: id, app, user_id: userId }
  const isThere = await ctx.app.store.removeConnection(id, ctx.actor.mode, auditEntry(ctx, 'connection.removed', facts))
  if (!isThere) throw notFound()
  return json(200, { object: 'connection', id, deleted: true })
}
