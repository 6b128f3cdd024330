import { z } from 'zod'
import { readAsk } from '@/lib/interactions/ask'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { type Item, toIso } from '@/lib/interactions/item'
import { type JsonObject, toJsonObject } from '@/lib/interactions/json-text'
import { freeText, UserId } from '@/lib/interactions/text'
import type { RemoteAgent, RemoteItem } from '@/lib/store/agents'
import { cancelInteraction } from './cancel-interaction'
import { type App, auditEntry, type Ctx, newId, systemContext } from './context'
import { guardedFetch } from './guarded-fetch'
import { openDraft } from './open-interaction'
import { json, type Reply } from './reply'

export type { RemoteAgent, RemoteItem }

export const RemoteAgentBody = z.strictObject({
  card_url: freeText(1, 2048),
  credential: freeText(1, 4096).optional(),
  user_id: UserId.nullable().optional(),
})

const Card = z.object({
  name: z.string(),
  supportedInterfaces: z.array(z.object({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() })),
})

const view = (agent: RemoteAgent) => ({
  object: 'remote_agent',
  id: agent.id,
  name: agent.name,
  card_url: agent.cardUrl,
  url: agent.url,
  user_id: agent.userId,
  status: agent.pausedAtMs === null ? 'active' : 'paused',
  last_seen_at: agent.lastSeenAtMs === null ? null : toIso(agent.lastSeenAtMs),
  last_error: agent.lastError,
  created_at: toIso(agent.createdAtMs),
})

const isBinding = (name: string): name is RemoteAgent['binding'] => name === 'JSONRPC' || name === 'HTTP+JSON'

function unfit(why: string) {
  return new InteractionError('invalid_request', `card_url: ${why}`, { param: 'card_url' })
}

/**
 * Adds an A2A agent elsewhere by the address of its card. Its credential is kept sealed and goes to the card's own
 * origin alone.
 * @returns 201
 * @throws invalid_request when the card cannot be read or names no interface there
 */
export async function createRemoteAgent(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app } = ctx
  const input = parseWith(RemoteAgentBody, body.value)
  const httpsOnly = ctx.actor.mode === 'live'
  const fetched = await guardedFetch(app, input.card_url, {
    method: 'GET',
    headers: { Accept: 'application/json' },
    httpsOnly,
  }).catch((error: unknown) => {
    throw unfit(error instanceof Error ? error.message : 'cannot be read.')
  })
  if (fetched.status !== 200) throw unfit(`answered ${fetched.status}.`)
  const card = Card.safeParse(parseJson(fetched.text))
  if (!card.success) throw unfit('is no agent card of A2A 1.0.')
  const { origin } = new URL(input.card_url)
  const found = card.data.supportedInterfaces.find(
    ({ url, protocolBinding, protocolVersion }) =>
      isBinding(protocolBinding) && protocolVersion === '1.0' && URL.canParse(url) && new URL(url).origin === origin,
  )
  if (!found || !isBinding(found.protocolBinding)) throw unfit('names no A2A 1.0 interface at its own origin.')
  const agent: RemoteAgent = {
    id: newId('rag'),
    mode: ctx.actor.mode,
    name: toLine(card.data.name, 100) || 'Agent',
    cardUrl: input.card_url,
    binding: found.protocolBinding,
    url: found.url,
    credentialSealed: input.credential === undefined ? null : app.secrets.seal(input.credential),
    userId: input.user_id ?? null,
    lastSeenAtMs: null,
    lastError: null,
    pausedAtMs: null,
    createdAtMs: app.store.nowMs(),
  }
  const facts = { agent: agent.id, name: agent.name, url: agent.url }
  await app.store.createRemoteAgent(agent, auditEntry(ctx, 'remote_agent.added', facts))
  return json(201, view(agent))
}

export async function listRemoteAgents(ctx: Ctx): Promise<Reply> {
  const agents = await ctx.app.store.listRemoteAgents(ctx.actor.mode)
  return json(200, { data: agents.map(view), next_cursor: null })
}

export const RemoteAgentChange = z.strictObject({ paused: z.boolean() })

/**
 * Pauses a remote agent, or lets it go on. While it is paused nothing is asked of it or sent to it, but for what a round
 * under way still does within seconds; what was answered here meanwhile is sent afterwards.
 * @throws not_found
 */
export async function changeRemoteAgent(ctx: Ctx, id: string, body: JsonObject): Promise<Reply> {
  const { store } = ctx.app
  const { paused } = parseWith(RemoteAgentChange, body.value)
  const entry = auditEntry(ctx, paused ? 'remote_agent.paused' : 'remote_agent.resumed', { agent: id.slice(0, 80) })
  const isThere = await store.pauseRemoteAgent(id, ctx.actor.mode, paused ? store.nowMs() : null, entry)
  const agent = isThere && (await store.listRemoteAgents(ctx.actor.mode)).find((each) => each.id === id)
  if (!agent) throw notFound()
  return json(200, view(agent))
}

/** Takes a remote agent away; what is mirrored of it is withdrawn. @throws not_found */
export async function deleteRemoteAgent(ctx: Ctx, id: string): Promise<Reply> {
  const { store } = ctx.app
  const entry = auditEntry(ctx, 'remote_agent.removed', { agent: id.slice(0, 80) })
  const agent = (await store.listRemoteAgents(ctx.actor.mode)).find((each) => each.id === id)
  if (!agent || !(await store.removeRemoteAgent(id, ctx.actor.mode, store.nowMs(), entry))) throw notFound()
  for (const mirrored of await store.listOpenRemoteItems(id)) {
    await closeMirror(ctx.app, agent, mirrored, 'The agent was removed.')
  }
  return json(200, { object: 'remote_agent', id, deleted: true })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const listAllRemoteAgents = (app: App) => app.store.listRemoteAgents()
export const credentialOf = (app: App, agent: RemoteAgent) =>
  agent.credentialSealed === null ? null : app.secrets.unseal(agent.credentialSealed)
export const noteSeen = (app: App, agent: RemoteAgent, error: string | null) =>
  app.store.recordRemoteSeen(agent.id, error === null ? app.store.nowMs() : null, error)
export const listMirrors = (app: App, agent: RemoteAgent) => app.store.listOpenRemoteItems(agent.id)
export const listUnsent = (app: App, agent: RemoteAgent) => app.store.listRemoteAnswers(agent.id, app.store.nowMs())
export const findMirrored = (app: App, mirrored: RemoteItem) => app.store.findItem(mirrored.interactionId)

const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000] as const
const slowestMs = 3_600_000

/** Notes that an answer has arrived, or has become needless. */
export function settleMirror(app: App, mirrored: RemoteItem, state: RemoteItem['state'], error: string | null = null) {
  const { interactionId, tries } = mirrored
  return app.store.recordRemoteItem(interactionId, { state, tries, nextTryAtMs: null, error })
}

/** Notes that an answer has not arrived, and when it is sent again. */
export function postponeMirror(app: App, mirrored: RemoteItem, error: string) {
  const tries = mirrored.tries + 1
  const nextTryAtMs = app.store.nowMs() + (retryDelaysMs[mirrored.tries] ?? slowestMs)
  return app.store.recordRemoteItem(mirrored.interactionId, { state: 'open', tries, nextTryAtMs, error })
}

/** The remote agent as the asker of its items. */
function contextOf(app: App, agent: RemoteAgent): Ctx {
  const actor = {
    type: 'key',
    id: agent.id,
    name: agent.name,
    scope: 'ask',
    agent: `${agent.name} (remote)`,
    mode: agent.mode,
  } as const
  return { ...systemContext(app, agent.mode), actor, channel: 'a2a' }
}

/** Withdraws a mirrored item that ended at its agent. */
export async function closeMirror(app: App, agent: RemoteAgent, mirrored: RemoteItem, reason: string): Promise<void> {
  await settleMirror(app, mirrored, 'closed', reason)
  const item = await app.store.findItem(mirrored.interactionId)
  if (item?.status !== 'pending') return
  const request = { idempotency: null }
  await cancelInteraction(contextOf(app, agent), item, toJsonObject({ reason }), request).catch((error: unknown) => {
    if (!(error instanceof InteractionError)) throw error
  })
}

export interface RemoteWait {
  taskId: string
  contextId: string
  /** Null where the agent does not speak the extension. */
  interactionId: string | null
  kind: 'approval' | 'question' | 'connection' | 'elsewhere'
  prompt: string
  detail: Record<string, unknown>
  /** Tells one wait of a task from another. */
  key: string
}

/** Whether this is the wait that an item of ours shows. */
export function isSameWait(mirrored: RemoteItem, wait: RemoteWait): boolean {
  if (mirrored.taskId !== wait.taskId || mirrored.remoteInteraction !== wait.interactionId) return false
  return mirrored.remoteInteraction !== null || mirrored.waitKey === null || mirrored.waitKey === wait.key
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** What another agent wrote, made fit to be shown as one line. */
function toLine(value: string, length: number): string {
  return [...value.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]+/gu, ' ').trim()].slice(0, length).join('')
}

function toText(value: string, length: number): string {
  return [...value.replaceAll('\u0000', '').replaceAll(/\p{Cs}/gu, '')].slice(0, length).join('')
}

function askOf(agent: RemoteAgent, wait: RemoteWait): Record<string, unknown> {
  const prompt = toText(wait.prompt, 2000) || 'The agent waits.'
  const shared = { user_id: agent.userId, summary: toLine(wait.prompt, 200) || 'The agent waits.', expires_in: null }
  if (wait.kind === 'approval') {
    const { server, tool, reason } = wait.detail
    return {
      ...shared,
      kind: 'tool_permission',
      tool: {
        name: toLine(text(tool) ?? 'continue', 200),
        server: toLine(text(server) ?? agent.name, 200),
        source: 'mcp',
      },
      rows: [],
      reason: toText(text(reason) ?? prompt, 2000),
    }
  }
  if (wait.kind === 'question') return { ...shared, kind: 'ask_question', questions: [{ question: prompt }] }
  if (wait.kind === 'connection') {
    const slug = (text(wait.detail.app) ?? 'app').toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '')
    const reason = toText(text(wait.detail.reason) ?? prompt, 280)
    return { ...shared, kind: 'composio_auth', app: slug.slice(0, 80) || 'app', reason }
  }
  return { ...shared, kind: 'ask_question', type: 'handoff', instructions: `Do this at ${agent.name}: ${prompt}` }
}

/** Shows what a remote task waits on as an item of ours; the same wait twice is one item. */
export async function mirror(app: App, agent: RemoteAgent, wait: RemoteWait): Promise<void> {
  const ctx = contextOf(app, agent)
  const externalId = toLine(`${agent.id}:${wait.taskId}:${wait.key}`, 200)
  const ask = toJsonObject({ ...askOf(agent, wait), external_id: externalId })
  const draft = readAsk(ask.value, app.store.nowMs())
  const reply = await openDraft(ctx, { ...draft, movesMoney: null }, ask, { idempotency: null })
  const { id } = JSON.parse(reply.body) as { id: string }
  await app.store.saveRemoteItem({
    interactionId: id,
    agentId: agent.id,
    taskId: wait.taskId,
    contextId: wait.contextId,
    remoteInteraction: wait.interactionId,
    waitKey: wait.key,
    kind: wait.kind,
    state: 'open',
    tries: 0,
    createdAtMs: app.store.nowMs(),
  })
}

/** The answer of an ended item in the extension's words; null when there is nothing to send. */
export function answerOf(item: Item, mirrored: RemoteItem): { approved: boolean } | { value: unknown } | null {
  if (item.status !== 'resolved') return null
  if (mirrored.kind === 'approval') return { approved: item.decision === 'approved' }
  if (mirrored.kind === 'connection') return { value: { connected: item.decision === 'approved' } }
  if (mirrored.kind === 'question' && item.answers) {
    return { value: item.answers.length === 1 ? item.answers[0] : item.answers }
  }
  return null
}
