import webPush from 'web-push'
import { z } from 'zod'
import type { PushPayload } from '@/lib/push-payload'
import { faultOfUrl, type Resolve, safeLookup } from '@/lib/services/address-guard'
import type { App } from '@/lib/services/context'
import { preferencesOf } from '@/lib/services/notice-rules'
import { sha256 } from '@/lib/services/secrets'
import { post } from '@/lib/services/webhook-sending'
import type { NoticePerson } from '@/lib/store/notice-people'
import { type Channel, ChannelError } from './channel'
import { handledText, type NoticeMessage } from './message'

const daySeconds = 86_400
/** What every push service takes, less what the encryption adds (RFC 8291). */
const payloadLimit = 3_000

const base64url = (bytes: number) =>
  z.string().refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes, {
    error: `must be ${bytes} bytes in base64url`,
  })

/** What a browser gives us to reach it by (RFC 8030, RFC 8291). */
export const PushTarget = z.strictObject({
  endpoint: z.string().max(2048),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushTarget = z.infer<typeof PushTarget>

interface VapidKeys {
  publicKey: string
  privateKey: string
}

const known = new WeakMap<App, Promise<VapidKeys>>()

/** The key pair that signs this deployment's pushes: made once, kept sealed, the same for all instances (F16). */
export function vapidKeysOf(app: App): Promise<VapidKeys> {
  const keys =
    known.get(app) ??
    app.store
      .ensureSetting('vapid_keys', app.secrets.seal(JSON.stringify(webPush.generateVAPIDKeys())))
      .then((sealed) => JSON.parse(app.secrets.unseal(sealed)) as VapidKeys)
  known.set(app, keys)
  // A store that is away for a moment is asked again the next time.
  keys.catch(() => known.delete(app))
  return keys
}

/** What makes an endpoint unfit to be called, or null; the browser named it, so it may be anything. */
export function faultOfEndpoint(app: App, endpoint: string): string | null {
  const { webhookAllowPrivate: allowPrivate } = app.config
  return faultOfUrl(endpoint, { allowPrivate, httpsOnly: !allowPrivate })
}

/** Sends to each of the person's browsers. One that took it is enough; one that is gone is forgotten. */
export function webPushChannel(app: App, resolve?: Resolve): Channel {
  async function sendToAll(person: NoticePerson, payload: PushPayload, topic: string | undefined, signal: AbortSignal) {
    const subscriptions = await app.store.noticePeople.listSubscriptions(person.id)
    const results = await Promise.all(
      subscriptions.map(async ({ id, targetSealed }) => {
        const target = JSON.parse(app.secrets.unseal(targetSealed)) as PushTarget
        const status = await pushOnce(app, target, JSON.stringify(payload), topic, signal, resolve)
        if (status === 404 || status === 410) await app.store.noticePeople.removeSubscription(id, person.id)
        return status
      }),
    )
    const isTaken = (status: number | string) => typeof status === 'number' && status >= 200 && status <= 299
    if (results.some(isTaken)) return
    const isGone = results.every((status) => status === 404 || status === 410)
    if (isGone) throw new ChannelError('No browser of this person takes pushes any more.', { isFinal: true })
    const last = results.at(-1)
    throw new ChannelError(typeof last === 'number' ? `The push service answered ${last}.` : (last ?? ''))
  }

  return {
    async send(person, message, { signal }) {
      const badge = await app.store.noticePeople.countWaiting(person)
      const [line] = message.lines
      const topic = message.lines.length === 1 && line ? topicOf(line.itemId) : undefined
      await sendToAll(person, toPayload(message, badge, app.config.publicUrl), topic, signal)
      return null
    },
    async retract(person, notices, signal) {
      const itemIds = notices.map(({ interactionId }) => interactionId)
      const badge = await app.store.noticePeople.countWaiting(person)
      const handled = handledText(preferencesOf(person).locale)
      const topic = itemIds.length === 1 ? topicOf(itemIds[0] ?? '') : undefined
      await sendToAll(person, { kind: 'retract', item_ids: itemIds, handled, badge }, topic, signal)
    },
  }
}

/** A push that was not delivered yet is replaced by the next one of its topic (RFC 8030 5.4). */
const topicOf = (itemId: string) => sha256(itemId).slice(0, 32)

function toPayload(message: NoticeMessage, badge: number, publicUrl: string): PushPayload {
  const { title, lines, open, deny, id } = message
  const [line] = lines
  const isOne = lines.length === 1 && line !== undefined
  return {
    kind: 'show',
    tag: isOne ? line.itemId : id,
    title,
    body: isOne ? cut([...line.details, line.runsOut ?? ''].filter((part) => part !== '').join('\n')) : '',
    url: isOne ? line.url : `${publicUrl}/`,
    item_ids: lines.map(({ itemId }) => itemId).slice(0, 50),
    ...(isOne && { open, ...(line.canDeny && { deny }) }),
    badge,
  }
}

const cut = (text: string) => (text.length > 400 ? `${text.slice(0, 399)}…` : text)

/** @returns the push service's answer, or what went wrong before there was one */
async function pushOnce(
  app: App,
  target: PushTarget,
  payload: string,
  topic: string | undefined,
  signal: AbortSignal,
  resolve: Resolve | undefined,
): Promise<number | string> {
  const fault = faultOfEndpoint(app, target.endpoint)
  if (fault) return `The push address ${fault}.`
  if (Buffer.byteLength(payload) > payloadLimit) return 'The push is too large.'
  const { headers, body } = webPush.generateRequestDetails(target, payload, {
    vapidDetails: { subject: subjectOf(app), ...(await vapidKeysOf(app)) },
    TTL: daySeconds,
    urgency: 'high',
    ...(topic !== undefined && { topic }),
  })
  const lookup = safeLookup({ allowPrivate: app.config.webhookAllowPrivate }, resolve)
  try {
    const sent = await post(new URL(target.endpoint), { headers: toHeaders(headers), lookup, signal }, body ?? '')
    return 'error' in sent ? 'The push service could not be reached.' : sent.status
  } catch {
    return 'The push service could not be reached.'
  }
}

/** `post` says the length itself. */
const toHeaders = ({ 'Content-Length': _, ...headers }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Whom a push service may ask about our pushes (RFC 8292): an https address, or a mailbox. */
function subjectOf({ config: { publicUrl, smtp } }: App): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  const [, address] = smtp?.from.match(/([^\s<>]+@[^\s<>]+)/) ?? []
  return `mailto:${address ?? 'operator@example.com'}`
}
