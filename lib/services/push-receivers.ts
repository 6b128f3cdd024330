import { InteractionError, notFound } from '@/lib/interactions/errors'
import type { PushConfig } from '@/lib/store/push-configs'
import { faultOfUrl } from './address-guard'
import { type App, type Ctx, newId } from './context'

export type { PushConfig }

/** Where an A2A client wants to hear of a task, as it said it. */
export interface Receiver {
  id: string
  url: string
  token: string | undefined
  authentication: { scheme: string; credentials?: string | undefined } | undefined
}

interface Sealed {
  token?: string | undefined
  authentication?: Receiver['authentication']
  /** What the caller may see of the interactions. */
  items: readonly string[] | null
  types: readonly string[] | null
}

const ownerOf = (ctx: Ctx) => `${ctx.actor.type}:${ctx.actor.id}`
const maxPerTask = 20

function reachOf({ actor }: Ctx): Pick<Sealed, 'items' | 'types'> {
  return actor.type === 'session' ? { items: actor.interactions, types: actor.allow } : { items: null, types: null }
}

export function unsealReceiver(app: App, config: PushConfig): Receiver & Pick<Sealed, 'items' | 'types'> {
  const { token, authentication, items, types } = JSON.parse(app.secrets.unseal(config.authSealed ?? '')) as Sealed
  return { id: config.id, url: config.url, token, authentication, items, types }
}

/**
 * Adds a receiver to a task the caller reaches, or changes the one of that id. It hears what happens from now on.
 * @throws invalid_request when nothing may be sent to the address
 */
export async function saveReceiver(
  ctx: Ctx,
  taskId: string,
  asked: Omit<Receiver, 'id'> & { id: string | undefined },
  isActivated: boolean,
): Promise<Receiver> {
  const { app } = ctx
  const rules = { allowPrivate: app.config.webhookAllowPrivate, httpsOnly: ctx.actor.mode === 'live' }
  const fault = faultOfUrl(asked.url, rules)
  if (fault) throw new InteractionError('invalid_request', `url: ${fault}.`, { param: 'url' })
  const id = asked.id ?? newId('pnc')
  const known = await app.store.listPushConfigs(taskId, ownerOf(ctx), { afterId: '', limit: maxPerTask })
  if (known.length >= maxPerTask && !known.some((each) => each.id === id)) {
    throw new InteractionError('too_many_pending', `A task has at most ${maxPerTask} receivers for each caller.`)
  }
  const { token, authentication } = asked
  await app.store.savePushConfig({
    taskId,
    owner: ownerOf(ctx),
    id,
    url: asked.url,
    authSealed: app.secrets.seal(JSON.stringify({ token, authentication, ...reachOf(ctx) } satisfies Sealed)),
    isActivated,
    after: await app.store.eventEnd(),
    tries: 0,
    createdAtMs: app.store.nowMs(),
  })
  return { id, url: asked.url, token, authentication }
}

/** @throws not_found */
export async function getReceiver(ctx: Ctx, taskId: string, id: string): Promise<Receiver> {
  const config = await ctx.app.store.findPushConfig(taskId, ownerOf(ctx), id)
  if (!config) throw notFound()
  return unsealReceiver(ctx.app, config)
}

/** The caller's receivers of a task by id. */
export async function listReceivers(
  ctx: Ctx,
  taskId: string,
  page: { afterId: string; limit: number },
): Promise<{ receivers: Receiver[]; nextAfterId: string }> {
  const configs = await ctx.app.store.listPushConfigs(taskId, ownerOf(ctx), { ...page, limit: page.limit + 1 })
  const shown = configs.slice(0, page.limit)
  return {
    receivers: shown.map((config) => unsealReceiver(ctx.app, config)),
    nextAfterId: configs.length > page.limit ? (shown.at(-1)?.id ?? '') : '',
  }
}

export async function removeReceiver(ctx: Ctx, taskId: string, id: string): Promise<void> {
  await ctx.app.store.removePushConfig(taskId, ownerOf(ctx), id)
}
