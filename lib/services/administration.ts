import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { type Item, toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { idOf, Moment, oneLine, UserId } from '@/lib/interactions/text'
import type { ApiKey } from '@/lib/store/keys'
import type { ManagedPerson } from '@/lib/store/people'
import { auditEntry, type Ctx } from './context'
import { makeCursor, readCursor } from './cursor'
import { createKey } from './keys'
import { makeSignInLink, savePerson } from './people'
import { Cursor, PageLimit } from './read-interactions'
import { json, type Reply } from './reply'

const defaultLimit = 20

export const PageQuery = z.strictObject({ limit: PageLimit.optional(), cursor: Cursor })
type Page = z.output<typeof PageQuery>

/** One page of a list that is ordered by creation time and id, newest first. */
export async function listPage<T extends { id: string; createdAtMs: number }>(
  ctx: Ctx,
  name: string,
  { limit = defaultLimit, cursor }: Page,
  read: (after: { createdAtMs: number; id: string } | undefined, limit: number) => Promise<T[]>,
  view: (row: T) => unknown,
): Promise<Reply> {
  const scope = { list: name, mode: ctx.actor.mode }
  const after = cursor === undefined ? undefined : readCursor(ctx.app.secrets, cursor, scope)
  const rows = await read(after, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return json(200, {
    data: page.map(view),
    next_cursor: rows.length > limit && last ? makeCursor(ctx.app.secrets, last, scope) : null,
  })
}

const optionalIso = (ms: number | null) => (ms === null ? null : toIso(ms))

export const KeyBody = z.strictObject({
  name: oneLine(1, 200),
  scope: z.enum(['ask', 'runtime', 'all']),
  agent: oneLine(1, 200).optional(),
  expires_at: Moment.optional(),
})

const keyView = (key: ApiKey) => ({
  object: 'api_key',
  id: key.id,
  name: key.name,
  scope: key.scope,
  agent: key.agent,
  mode: key.mode,
  last4: key.last4,
  created_at: toIso(key.createdAtMs),
  expires_at: optionalIso(key.expiresAtMs),
  revoked_at: optionalIso(key.revokedAtMs),
  last_used_at: optionalIso(key.lastUsedAtMs),
})

/** Makes a key of the caller's mode (K35). @returns 201 with the secret in `key`, this once */
export async function createApiKey(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const input = parseWith(KeyBody, body.value)
  if (input.agent !== undefined && input.scope === 'runtime') {
    throw new InteractionError('invalid_request', 'agent: goes with a key that asks, of scope `ask` or `all`.', {
      param: 'agent',
    })
  }
  const expiresAtMs = input.expires_at === undefined ? null : Date.parse(input.expires_at)
  if (expiresAtMs !== null && expiresAtMs <= ctx.app.store.nowMs()) {
    throw new InteractionError('invalid_request', 'expires_at: must be in the future.', { param: 'expires_at' })
  }
  const { name, scope, agent = null } = input
  const { key, secret } = await createKey(ctx, { name, scope, agent, expiresAtMs, mode: ctx.actor.mode })
  return json(201, { ...keyView(key), key: secret })
}

export function listApiKeys(ctx: Ctx, page: Page): Promise<Reply> {
  const read = (after: { createdAtMs: number; id: string } | undefined, limit: number) =>
    ctx.app.store.listKeys(ctx.actor.mode, after, limit)
  return listPage(ctx, 'keys', page, read, keyView)
}

/** Revokes a key at once (K35). @throws not_found */
export async function deleteApiKey(ctx: Ctx, id: string): Promise<Reply> {
  const entry = auditEntry(ctx, 'key.revoked', { key: id.slice(0, 80) })
  const key = /^key_[0-9a-z]{1,64}$/.test(id)
    ? await ctx.app.store.revokeKey(id, ctx.actor.mode, ctx.app.store.nowMs(), entry)
    : null
  if (!key) throw notFound()
  return json(200, keyView(key))
}

const Role = z.enum(['user', 'admin'])
const UserIds = z.array(UserId).max(100)

export const PersonBody = z.strictObject({
  email: z.string(),
  name: oneLine(1, 200).optional(),
  role: Role.default('user'),
  user_ids: UserIds.default([]),
})
export const PersonChange = z.strictObject({
  name: oneLine(1, 200).optional(),
  role: Role.optional(),
  user_ids: UserIds.optional(),
})

const personView = (person: ManagedPerson) => ({
  object: 'person',
  id: person.id,
  email: person.email,
  name: person.name,
  role: person.role,
  user_ids: person.userIds,
  created_at: toIso(person.createdAtMs),
})

async function getPerson(ctx: Ctx, id: string): Promise<ManagedPerson> {
  const person = /^per_[0-9a-z]{1,64}$/.test(id) ? await ctx.app.store.findPerson(id) : null
  if (!person) throw notFound()
  return person
}

/** Adds a person, or gives a known e-mail the role and further user ids. @returns 201 with `sign_in_link`, this once */
export async function createPerson(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const input = parseWith(PersonBody, body.value)
  const { email, name, role, user_ids: userIds } = input
  const id = await savePerson(ctx, { email, name, role, userIds })
  return json(201, { ...personView(await getPerson(ctx, id)), sign_in_link: await makeSignInLink(ctx.app, id) })
}

export function listPeople(ctx: Ctx, page: Page): Promise<Reply> {
  return listPage(ctx, 'people', page, (after, limit) => ctx.app.store.listPeople(after, limit), personView)
}

function lastAdmin() {
  return new InteractionError('invalid_request', 'role: the last admin stays one. Make another person admin first.', {
    param: 'role',
  })
}

/** Changes name, role or the whole list of user ids. @throws not_found, invalid_request for the last admin */
export async function changePerson(ctx: Ctx, id: string, body: JsonObject): Promise<Reply> {
  const input = parseWith(PersonChange, body.value)
  await getPerson(ctx, id)
  const changed = await ctx.app.store.changePerson(
    id,
    { name: input.name, role: input.role, userIds: input.user_ids },
    ctx.app.store.nowMs(),
    auditEntry(ctx, 'person.changed', { person: id, ...input }),
  )
  if (changed === 'last_admin') throw lastAdmin()
  return json(200, personView(await getPerson(ctx, id)))
}

/** Takes a person's access away; their sessions end at once (D19.15). @throws not_found, invalid_request */
export async function deletePerson(ctx: Ctx, id: string): Promise<Reply> {
  await getPerson(ctx, id)
  const entry = auditEntry(ctx, 'person.removed', { person: id })
  if ((await ctx.app.store.removePerson(id, ctx.app.store.nowMs(), entry)) === 'last_admin') throw lastAdmin()
  return json(200, { object: 'person', id, deleted: true })
}

/** A new one-time sign-in link for a person. @throws not_found */
export async function createPersonLink(ctx: Ctx, id: string): Promise<Reply> {
  await getPerson(ctx, id)
  await ctx.app.store.recordDeployment(auditEntry(ctx, 'person.link_made', { person: id }))
  return json(201, { object: 'sign_in_link', person_id: id, sign_in_link: await makeSignInLink(ctx.app, id) })
}

export const AuditQuery = PageQuery.extend({
  action: oneLine(1, 80).optional(),
  actor_id: oneLine(1, 200).optional(),
  interaction_id: idOf('int', 'call').optional(),
})

/** The record, newest first; of one item it is whole (K37). */
export async function listAudit(ctx: Ctx, item: Item | null, query: z.output<typeof AuditQuery>): Promise<Reply> {
  const { limit = defaultLimit, cursor, ...filters } = query
  const chain = item?.id ?? filters.interaction_id
  const scope = { list: 'audit', chain, action: filters.action, actor: filters.actor_id }
  const after = cursor === undefined ? undefined : readCursor(ctx.app.secrets, cursor, scope)
  const rows = await ctx.app.store.listAudit({
    chain,
    action: filters.action,
    actorId: filters.actor_id,
    after,
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const names = await ctx.app.store.namesOf([...new Set(page.flatMap(({ actor }) => actor.id ?? []))])
  return json(200, {
    data: page.map((row) => ({
      object: 'audit_entry',
      chain: row.chain,
      seq: row.seq,
      at: toIso(row.atMs),
      action: row.action,
      actor: { ...row.actor, name: (row.actor.id !== null && names.get(row.actor.id)) || null },
      channel: row.channel,
      request_id: row.requestId,
      facts: row.facts,
      hash: row.hash,
    })),
    next_cursor:
      rows.length > limit && last
        ? makeCursor(ctx.app.secrets, { createdAtMs: last.atMs, id: `${last.chain}/${last.seq}` }, scope)
        : null,
  })
}

/** Whether the record of an item is as it was written: each row follows the one before it, and none is missing (S32). */
export async function verifyInteractionAudit(ctx: Ctx, item: Item): Promise<Reply> {
  const { rows, fault } = await ctx.app.store.verifyChain(item.id)
  return json(200, {
    object: 'audit_verification',
    chain: item.id,
    verified: fault === null,
    rows,
    fault: fault && { seq: fault.seq, fault: fault.fault },
  })
}
