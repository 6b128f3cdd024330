import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import type { ConnectionFlow } from '@/lib/store/connections'
import { type Connection, connectionView, getOwnConnection, settlePlan } from './connections'
import { type Connector, ConnectorError, type ConnectorFault, type Tokens } from './connectors/connector'
import { type Actor, auditEntry, type Ctx, newToken } from './context'
import { json, type Reply } from './reply'
import { isSameSecret, sha256 } from './secrets'

type PersonActor = Extract<Actor, { type: 'person' }>

export const ConnectToken = z.strictObject({ token: z.string().min(1).max(200) })

export const ConnectAnswer = z.strictObject({
  state: z.string().min(1).max(300),
  code: z.string().min(1).max(8192).optional(),
  error: z.string().min(1).max(200).optional(),
  iss: z.string().min(1).max(2048).optional(),
})

interface KeptTokens {
  tokens: Tokens
  obtainedAtMs: number
}

function personOf(ctx: Ctx): PersonActor {
  if (ctx.actor.type !== 'person') throw new Error('only a signed-in person comes here')
  return ctx.actor
}

function connectorView({ name, scopes, authorizeHost }: Connector) {
  return { name, scopes, authorize_host: authorizeHost }
}

function expired(): InteractionError {
  return new InteractionError('expired', 'This link has run out: it is good for ten minutes. Begin again.')
}

/** @throws not_found when it is none of ours or used up, expired */
async function getLinked(ctx: Ctx, body: JsonObject): Promise<Connection> {
  const { token } = parseWith(ConnectToken, body.value)
  const connection = await ctx.app.store.findConnectionByToken(sha256(token))
  if (connection?.status !== 'pending') throw notFound()
  if ((connection.expiresAtMs ?? 0) <= ctx.app.store.nowMs()) throw expired()
  return connection
}

/** Keeps the try of somebody who may not in the record (S34), and refuses it. */
async function refusePerson(ctx: Ctx, connection: Connection, message: string, reason: string): Promise<never> {
  const { id, app, userId, flow } = connection
  const facts = { connection: id, app, user_id: userId, reason, ...(flow && { begun_by: flow.person_id }) }
  await ctx.app.store.recordDeployment(auditEntry(ctx, 'connection.refused', { code: 'not_their_item', ...facts }))
  throw new InteractionError('not_their_item', message, { details: { reason } })
}

async function assertLinkedPerson(ctx: Ctx, connection: Connection) {
  if (personOf(ctx).userIds.includes(connection.userId)) return
  await refusePerson(ctx, connection, 'You are not linked to the user that this connection is for.', 'not_linked')
}

/** The apps that people can connect here. */
export async function listConnectors(ctx: Ctx): Promise<Reply> {
  const data = [...ctx.app.connectors].map(([app, connector]) => ({
    object: 'connector',
    app,
    ...connectorView(connector),
  }))
  return json(200, { data, next_cursor: null })
}

/** What a connect link is for, without spending it. @throws invalid_request, not_found, expired */
export async function describeConnection(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const connection = await getLinked(ctx, body)
  const connector = ctx.app.connectors.get(connection.app)
  return json(200, {
    object: 'connection.link',
    connection_id: connection.id,
    user_id: connection.userId,
    app: connection.app,
    connector: connector ? connectorView(connector) : null,
    may_connect: personOf(ctx).userIds.includes(connection.userId),
    expires_at: toIso(connection.expiresAtMs ?? 0),
  })
}

/**
 * Begins the flow at the provider, for this person in this sign-in alone (K34). One begun before is dead.
 * @returns 200 with `authorize_url`
 * @throws invalid_request where the app has no connector, not_found, expired, not_their_item
 */
export async function startConnection(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const person = personOf(ctx)
  const connection = await getLinked(ctx, body)
  await assertLinkedPerson(ctx, connection)
  const connector = ctx.app.connectors.get(connection.app)
  if (!connector) {
    throw new InteractionError(
      'invalid_request',
      `The operator has set up no way to connect ${connection.app} here. The company records the connection itself, with POST /v1/connections and \`"status": "active"\`.`,
      { param: 'token', details: { reason: 'no_connector' } },
    )
  }
  const state = `${connection.id}.${newToken()}`
  const { authorizeUrl, secret } = await connector.begin(state)
  const flow: ConnectionFlow = {
    state_sha256: sha256(state),
    person_id: person.id,
    session_id: person.sessionId,
    sealed: ctx.app.secrets.seal(secret),
  }
  const facts = { connection: connection.id, app: connection.app, user_id: connection.userId }
  const isStarted = await ctx.app.store.startConnectionFlow(
    connection.id,
    flow,
    ctx.app.store.nowMs(),
    auditEntry(ctx, 'connection.started', facts),
  )
  if (!isStarted) throw expired()
  return json(200, { object: 'connection.flow', connection_id: connection.id, authorize_url: authorizeUrl })
}

/** The connection whose flow has this state. @throws not_found when there is none, or it was used or begun anew */
async function getFlow(ctx: Ctx, state: string): Promise<{ connection: Connection; flow: ConnectionFlow }> {
  const [id = ''] = state.split('.')
  const connection = await ctx.app.store.findConnection(id)
  const flow = connection?.status === 'pending' ? connection.flow : null
  if (!connection || !flow || !isSameSecret(sha256(state), flow.state_sha256)) throw notFound()
  return { connection, flow }
}

/**
 * Ends the flow with what the provider sent the person back with: by that person, in that sign-in, once. The connection
 * turns active and settles all that waited for it.
 * @returns 200, the connection with `settled` and `return_url`
 * @throws invalid_request when the person or the provider said no, unavailable when the provider did not answer,
 * not_found, expired, not_their_item
 */
export async function completeConnection(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { store, secrets, connectors, wakeUps } = ctx.app
  const { state, ...answer } = parseWith(ConnectAnswer, body.value)
  const { connection, flow } = await getFlow(ctx, state)
  await assertOwnFlow(ctx, connection, flow)
  await assertLinkedPerson(ctx, connection)
  const connector = connectors.get(connection.app)
  if (!connector) throw notFound()
  if ((connection.expiresAtMs ?? 0) <= store.nowMs()) throw expired()
  if (!(await store.takeConnectionFlow(connection.id, flow, store.nowMs()))) throw notFound()
  const tokens = await finish(ctx, connection, connector, () => connector.finish(answer, secrets.unseal(flow.sealed)))
  const nowMs = store.nowMs()
  const kept: KeptTokens = { tokens, obtainedAtMs: nowMs }
  const plan = settlePlan(ctx, connection)
  const settled = await store.activateConnection(connection.id, secrets.seal(JSON.stringify(kept)), nowMs, plan)
  if (!settled) throw expired()
  for (const item of settled) wakeUps.changed(item.id)
  return json(200, {
    ...connectionView({ ...connection, status: 'active', expiresAtMs: null }),
    settled: settled.map(({ id }) => id),
    return_url: connection.returnUrl,
  })
}

async function assertOwnFlow(ctx: Ctx, connection: Connection, flow: ConnectionFlow) {
  const person = personOf(ctx)
  if (person.id !== flow.person_id) {
    await refusePerson(ctx, connection, 'Another person has begun this. Begin it yourself.', 'other_person')
  }
  if (person.sessionId !== flow.session_id) {
    await refusePerson(ctx, connection, 'This was begun in another sign-in of yours. Begin again.', 'other_session')
  }
}

const faults: Record<ConnectorFault, (name: string) => InteractionError> = {
  denied: (name) =>
    new InteractionError('invalid_request', `${name} says that you did not allow the connection.`, {
      details: { reason: 'denied' },
    }),
  provider_refused: (name) =>
    new InteractionError(
      'invalid_request',
      `${name} did not give access. Begin again; if it stays, tell the operator.`,
      {
        details: { reason: 'provider_refused' },
      },
    ),
  provider_unreachable: (name) =>
    new InteractionError('unavailable', `${name} did not answer. Begin again in a moment.`, {
      details: { reason: 'provider_unreachable' },
      retryAfterSeconds: 5,
    }),
}

async function finish(ctx: Ctx, { id, app }: Connection, { name }: Connector, run: () => Promise<Tokens>) {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { fault, why } = error
    ctx.app.log.warn({ connection: id, app, fault, why: why.slice(0, 200), request_id: ctx.requestId }, 'not connected')
    throw faults[fault](name)
  }
}

/**
 * Hands the tokens of a connection to the company. Each time is on the record. Renewing them is the company's business.
 * @throws not_found, also where the connection holds none
 */
export async function readConnectionTokens(ctx: Ctx, id: string): Promise<Reply> {
  const { app, userId, status, tokensSealed } = await getOwnConnection(ctx, id)
  if (status !== 'active' || tokensSealed === null) {
    throw new InteractionError('not_found', 'This connection holds no tokens.')
  }
  const facts = { connection: id, app, user_id: userId }
  await ctx.app.store.recordDeployment(auditEntry(ctx, 'connection.tokens_read', facts))
  const { tokens, obtainedAtMs } = JSON.parse(ctx.app.secrets.unseal(tokensSealed)) as KeptTokens
  const expiresAtMs = obtainedAtMs + Number(tokens.expires_in ?? Number.NaN) * 1000
  const reply = json(200, {
    object: 'connection.tokens',
    connection_id: id,
    user_id: userId,
    app,
    tokens,
    obtained_at: toIso(obtainedAtMs),
    // As the provider said it; no date can hold more.
    expires_at: expiresAtMs <= 8.64e15 ? toIso(expiresAtMs) : null,
  })
  return { ...reply, headers: { 'Cache-Control': 'no-store' } }
}
