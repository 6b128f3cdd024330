import type { Config } from '@/lib/config'
import type { Item } from '@/lib/interactions/item'
import { isReadOnly } from '@/lib/interactions/item'
import { isOverdue } from '@/lib/interactions/status'
import { typeSpec } from '@/lib/interactions/types'
import type { NoticePerson, NoticePreferences } from '@/lib/store/notice-people'
import { type NoticeChannel, noticeChannels } from '@/lib/store/notices'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMinutes = 24 * 60

/** Within this time of a message, more items of the same agent wait and are told together (F3). */
export const burstMs = 2 * minuteMs
const shortestLifeWithReminderMs = 20 * minuteMs

/** What a person who has chosen nothing gets. */
export const defaultPreferences: NoticePreferences = {
  channels: [...noticeChannels],
  slackSealed: null,
  quiet: null,
  timeZone: 'UTC',
  locale: 'en',
  showsDetails: false,
  companyItems: false,
}

export const preferencesOf = ({ preferences }: NoticePerson): NoticePreferences => preferences ?? defaultPreferences

/** Whether people are told of it: it waits for a person, and it is no test (F4). */
export function isWorthANotice(item: Item, nowMs: number): boolean {
  return (
    item.mode === 'live' &&
    item.status === 'pending' &&
    !isOverdue(item, nowMs) &&
    typeSpec(item.type).tellsPeople &&
    !isReadOnly(item)
  )
}

/** Whether this person is told of this item: it is theirs, or the company's own and they are an admin who wants it (F5). */
export function isTold(person: NoticePerson, item: Item): boolean {
  if (item.userId !== null) return person.userIds.includes(item.userId)
  return person.role === 'admin' && preferencesOf(person).companyItems
}

/** What may be told in one message: an agent's items, but each that moves money, or may, by itself (F3). */
export function groupKeyOf(item: Item): string {
  return item.movesMoney === false ? item.asker : item.id
}

/**
 * When an item is told over the first channel: at once, but of a burst only the first; the others two minutes after it,
 * together (F3).
 * @param latestBurstMs when the newest message of that group was or is told
 */
export function burstAt(nowMs: number, latestBurstMs: number | undefined): number {
  if (latestBurstMs === undefined || latestBurstMs <= nowMs - burstMs) return nowMs
  return latestBurstMs > nowMs ? latestBurstMs : latestBurstMs + burstMs
}

/** When the channel at that place has its turn: the first at once, each further one only if the item still waits (F2). */
export function dueAt(burstAtMs: number, place: number, nextAfterMs: number): number {
  return burstAtMs + place * nextAfterMs
}

/** When to remind of an item that is about to run out; null for one that never does or soon will anyway (F6). */
export function reminderAt({ createdAtMs, expiresAtMs }: Pick<Item, 'createdAtMs' | 'expiresAtMs'>): number | null {
  if (expiresAtMs === null || expiresAtMs - createdAtMs < shortestLifeWithReminderMs) return null
  return expiresAtMs - Math.min(hourMs, (expiresAtMs - createdAtMs) / 4)
}

/** When the quiet hours end that run now; null when none do (F7). */
export function quietUntil({ quiet, timeZone }: NoticePreferences, nowMs: number): number | null {
  if (quiet === null || quiet.from === quiet.until) return null
  const minute = minuteOfDay(nowMs, timeZone)
  const isQuiet =
    quiet.from < quiet.until
      ? minute >= quiet.from && minute < quiet.until
      : minute >= quiet.from || minute < quiet.until
  if (!isQuiet) return null
  const endMs = nowMs - (nowMs % minuteMs) + minutesUntil(minute, quiet.until) * minuteMs
  // The clocks may change in between.
  const missed = minutesUntil(minuteOfDay(endMs, timeZone), quiet.until)
  return endMs + (missed > dayMinutes / 2 ? missed - dayMinutes : missed) * minuteMs
}

const minutesUntil = (from: number, to: number) => (to - from + dayMinutes) % dayMinutes

function minuteOfDay(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hour = '0', minute = '0'] = format.format(atMs).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** What this deployment can send by without a person's own help. */
export const offeredBy = ({ config }: { config: Config }) => ({
  email: config.smtp !== null,
  slack: config.slackWebhookUrl !== null,
  slackApp: config.slackApp !== null,
})

/** The channels over which a person can be told, in the person's order. */
export function channelsOf(person: NoticePerson, offered: ReturnType<typeof offeredBy>): NoticeChannel[] {
  const preferences = preferencesOf(person)
  const isThere: Record<NoticeChannel, boolean> = {
    web_push: person.hasSubscription,
    email: offered.email && !person.email.endsWith('.invalid'),
    slack: preferences.slackSealed !== null || offered.slack || (offered.slackApp && person.slackAccount !== null),
  }
  return preferences.channels.filter((channel) => isThere[channel])
}
