import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import { oneLine } from '@/lib/interactions/text'
import { locales } from '@/lib/locales'
import type { NoticePerson, NoticePreferences, PushSubscription } from '@/lib/store/notice-people'
import { type NoticeChannel, noticeChannels } from '@/lib/store/notices'
import { faultOfUrl } from './address-guard'
import { type App, auditEntry, type Ctx, newId } from './context'
import { ChannelError } from './notice-channels/channel'
import { composeTest } from './notice-channels/message'
import { faultOfEndpoint, PushTarget, vapidKeysOf } from './notice-channels/web-push'
import { channelsOf, offeredBy, preferencesOf } from './notice-rules'
import { channelsFor } from './notice-sending'
import { json, type Reply } from './reply'
import { sha256 } from './secrets'

export { noticeChannels }

const testMs = 20_000
const maxSubscriptions = 20

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 22:00' })

const TimeZone = oneLine(1, 64).refine((name) => isTimeZone(name), {
  error: 'must be a time zone such as Europe/Berlin',
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const NoticePreferencesBody = z.strictObject({
  channels: z
    .array(z.enum(noticeChannels))
    .refine((names) => new Set(names).size === names.length, { error: 'must name each channel once' })
    .meta({ description: 'The first one first; each further one has its turn while the item still waits.' })
    .optional(),
  slack_webhook: oneLine(1, 2048)
    .nullable()
    .meta({ description: "The person's own Slack incoming webhook. It is not shown again." })
    .optional(),
  quiet_hours: z
    .strictObject({ from: TimeOfDay, until: TimeOfDay })
    .nullable()
    .meta({ description: 'When nothing is sent, in `time_zone`. What still waits then comes afterwards.' })
    .optional(),
  time_zone: TimeZone.optional(),
  locale: z.enum(locales).optional(),
  show_details: z
    .boolean()
    .meta({ description: "Whether notices hold amount, payee and the agent's words." })
    .optional(),
  company_items: z.boolean().meta({ description: "Whether this admin hears of the company's own items." }).optional(),
})

export const PushSubscriptionBody = PushTarget.extend({ label: oneLine(1, 200) })
export const NoticeTestBody = z.strictObject({ channel: z.enum(noticeChannels) })

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const subscriptionView = ({ id, label, createdAtMs }: PushSubscription) => ({
  object: 'push_subscription',
  id,
  label,
  created_at: toIso(createdAtMs),
})

async function getSelf(ctx: Ctx): Promise<NoticePerson> {
  const person = await ctx.app.store.noticePeople.findPerson(ctx.actor.id)
  if (!person) throw notFound()
  return person
}

async function viewOf(app: App, person: NoticePerson) {
  const { channels, slackSealed, quiet, timeZone, locale, showsDetails, companyItems } = preferencesOf(person)
  const offered = offeredBy(app)
  const subscriptions = await app.store.noticePeople.listSubscriptions(person.id)
  return {
    object: 'notice_preferences',
    channels,
    ready: channelsOf(person, offered),
    offered: noticeChannels.filter((channel) => channel !== 'email' || offered.email),
    has_slack_webhook: slackSealed !== null,
    shares_slack_webhook: slackSealed === null && offered.slack,
    has_slack_app: offered.slackApp,
    slack_account: person.slackAccount && {
      member_id: person.slackAccount.memberId,
      linked_at: toIso(person.slackAccount.linkedAtMs),
    },
    quiet_hours: quiet && { from: toTime(quiet.from), until: toTime(quiet.until) },
    time_zone: timeZone,
    locale,
    show_details: showsDetails,
    company_items: companyItems,
    push_public_key: (await vapidKeysOf(app)).publicKey,
    push_subscriptions: subscriptions.map(subscriptionView),
  }
}

/** How the signed-in person is told, and over which channels that is possible (F15). */
export async function getNoticePreferences(ctx: Ctx): Promise<Reply> {
  return json(200, await viewOf(ctx.app, await getSelf(ctx)))
}

/**
 * Changes how the signed-in person is told; what is left out stays (F15).
 * @throws invalid_request, also for a Slack address that may not be called
 */
export async function changeNoticePreferences(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app } = ctx
  const input = parseWith(NoticePreferencesBody, body.value)
  const person = await getSelf(ctx)
  if (input.company_items === true && person.role !== 'admin') {
    throw new InteractionError('invalid_request', "company_items: only an admin hears of the company's own items.", {
      param: 'company_items',
    })
  }
  if (typeof input.slack_webhook === 'string') assertCallable(app, input.slack_webhook)
  const before = preferencesOf(person)
  const after: NoticePreferences = {
    channels: input.channels ?? before.channels,
    slackSealed:
      input.slack_webhook === undefined
        ? before.slackSealed
        : input.slack_webhook && app.secrets.seal(input.slack_webhook),
    quiet:
      input.quiet_hours === undefined
        ? before.quiet
        : input.quiet_hours && { from: toMinutes(input.quiet_hours.from), until: toMinutes(input.quiet_hours.until) },
    timeZone: input.time_zone ?? before.timeZone,
    locale: input.locale ?? before.locale,
    showsDetails: input.show_details ?? before.showsDetails,
    companyItems: input.company_items ?? before.companyItems,
  }
  const changed = Object.keys(input)
  const entry = auditEntry(ctx, 'notice.preferences_changed', { person: person.id, fields: changed })
  await app.store.noticePeople.savePreferences(person.id, after, app.store.nowMs(), entry)
  return getNoticePreferences(ctx)
}

function assertCallable(app: App, address: string) {
  const { webhookAllowPrivate: allowPrivate } = app.config
  const fault = faultOfUrl(address, { allowPrivate, httpsOnly: !allowPrivate })
  if (fault) throw new InteractionError('invalid_request', `slack_webhook: ${fault}.`, { param: 'slack_webhook' })
}

/**
 * Adds the browser that the person uses to those that take pushes.
 * @throws invalid_request, also for an address that may not be called; too_many_pending
 */
export async function addPushSubscription(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app } = ctx
  const { label, ...target } = parseWith(PushSubscriptionBody, body.value)
  const fault = faultOfEndpoint(app, target.endpoint)
  if (fault) throw new InteractionError('invalid_request', `endpoint: ${fault}.`, { param: 'endpoint' })
  const person = await getSelf(ctx)
  const subscription: PushSubscription = {
    id: newId('psb'),
    personId: person.id,
    endpointSha256: sha256(target.endpoint),
    targetSealed: app.secrets.seal(JSON.stringify(target)),
    label,
    createdAtMs: app.store.nowMs(),
  }
  const known = await app.store.noticePeople.listSubscriptions(person.id)
  const isKnown = known.some(({ endpointSha256 }) => endpointSha256 === subscription.endpointSha256)
  if (!isKnown && known.length >= maxSubscriptions) {
    throw new InteractionError(
      'too_many_pending',
      `A person has at most ${maxSubscriptions} browsers. Remove one first.`,
    )
  }
  const id = await app.store.noticePeople.saveSubscription(subscription)
  return json(201, subscriptionView({ ...subscription, id }))
}

/** Takes one of the person's browsers away. @throws not_found */
export async function removePushSubscription(ctx: Ctx, id: string): Promise<Reply> {
  const isId = /^psb_[0-9a-z]{1,64}$/.test(id)
  if (!isId || !(await ctx.app.store.noticePeople.removeSubscription(id, ctx.actor.id))) throw notFound()
  return json(200, { object: 'push_subscription', id, deleted: true })
}

/** Sends a message about nothing to the person over one channel, now, whatever the hour. @returns how that went */
export async function sendTestNotice(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app } = ctx
  const { channel } = parseWith(NoticeTestBody, body.value)
  const person = await getSelf(ctx)
  const error = await trySending(app, person, channel)
  return json(200, { object: 'notice_test', channel, sent: error === null, error })
}

/** @returns why it was not sent, or null */
async function trySending(app: App, person: NoticePerson, name: NoticeChannel): Promise<string | null> {
  const chosen = { ...person, preferences: { ...preferencesOf(person), channels: [name] } }
  const channel = channelsFor(app)[name]
  if (!channel || channelsOf(chosen, offeredBy(app)).length === 0) return 'This channel is not set up.'
  try {
    const message = composeTest(person, app.config.publicUrl, newId('ntc'))
    const signal = AbortSignal.any([app.shutdown, AbortSignal.timeout(testMs)])
    await channel.send(person, message, { signal, mayBeSentSinceMs: null })
    return null
  } catch (error) {
    if (!(error instanceof ChannelError)) app.log.error({ err: error, channel: name }, 'test notice failed')
    return error instanceof ChannelError ? error.message : 'It could not be sent.'
  }
}

/** The channels that fail, whoever's they are, for admins (F11). */
export async function listFailingChannels(ctx: Ctx): Promise<Reply> {
  const failing = await ctx.app.store.notices.listFailing()
  return json(200, {
    data: failing.map((each) => ({
      object: 'failing_channel',
      person_id: each.personId,
      person_name: each.personName,
      channel: each.channel,
      failing_since: toIso(each.failingSinceMs),
      failures: each.failures,
      last_error: each.lastError,
    })),
    next_cursor: null,
  })
}
