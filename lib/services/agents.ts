import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import type { Mode } from '@/lib/interactions/item'
import { freeText, oneLine } from '@/lib/interactions/text'
import type { Agent } from '@/lib/store/agents'
import { type App, auditEntry, type Ctx, newId } from './context'
import { createKey } from './keys'

export type { Agent }

const Manifest = z.object({
  name: oneLine(1, 200),
  description: freeText(1, 2000),
  loop: z.object({ connections: z.boolean().default(false) }).default({ connections: false }),
})

/** Makes an agent of a manifest's front matter, with a new key to ask with. @returns the key's secret, this once */
export async function registerAgent(ctx: Ctx, manifest: unknown): Promise<{ agent: Agent; secret: string }> {
  const { name, description, loop } = parseWith(Manifest, manifest)
  const { mode } = ctx.actor
  const request = { name: `Agent ${name}`.slice(0, 200), scope: 'ask', mode, agent: name, expiresAtMs: null } as const
  const { key, secret } = await createKey(ctx, request)
  const agent: Agent = {
    id: newId('agt'),
    mode,
    name,
    description,
    connections: loop.connections,
    keyId: key.id,
    createdAtMs: ctx.app.store.nowMs(),
  }
  const facts = { agent: name, key: key.id, connections: agent.connections }
  await ctx.app.store.saveAgent(agent, auditEntry(ctx, 'agent.registered', facts))
  return { agent, secret }
}

export function listAgents(app: App, mode: Mode): Promise<Agent[]> {
  return app.store.listAgents(mode)
}

/** The agents that a stranger may know of: the live ones, or those under test while nothing is live (D3). */
export async function listPublicAgents(app: App): Promise<Agent[]> {
  return app.store.listAgents((await app.store.hasKey('live', app.store.nowMs())) ? 'live' : 'test')
}

/** @throws insufficient_scope unless the caller's agent has connections turned on */
export async function assertMayRequestConnections(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  const name = actor.type === 'key' ? actor.agent : null
  const agent = name === null ? null : await ctx.app.store.findAgent(actor.mode, name)
  if (agent?.connections) return
  throw new InteractionError(
    'insufficient_scope',
    'request_connection is off for this agent. Turn it on with `loop.connections: true` in its AGENT.md.',
    { details: { scope: 'ask' } },
  )
}
