import type { Item } from '@/lib/interactions/item'
import type { Position } from '@/lib/store/events'
import type { NoticePerson } from '@/lib/store/notice-people'
import type { Notice } from '@/lib/store/notices'
import type { OutboxEvent } from '@/lib/store/webhooks'
import { type App, newId } from './context'
import {
  burstAt,
  burstMs,
  channelsOf,
  dueAt,
  groupKeyOf,
  isTold,
  isWorthANotice,
  offeredBy,
  reminderAt,
} from './notice-rules'

const batchSize = 100
/** How many events that concern nobody are passed over before that is noted. */
const unnotedEvents = 1_000

const isBefore = (a: Position, b: Position) => a.tx < b.tx || (a.tx === b.tx && a.seq < b.seq)

/**
 * Turns events into notices. The event table is the outbox, so those who open and answer do nothing for it; what
 * concerns nobody is passed over without a write.
 */
export class NoticeFeed {
  readonly #app: App
  #read: Position | null = null
  #unnoted = 0

  constructor(app: App) {
    this.#app = app
  }

  /** @returns whether there may be more */
  async follow(): Promise<boolean> {
    const { store } = this.#app
    const noted = await store.notices.readFeed()
    if (!noted) return false
    const from = this.#read && isBefore(noted, this.#read) ? this.#read : noted
    const events = await store.webhooks.readOutbox(from, batchSize)
    const to = events.at(-1)
    if (!to) return false
    const nowMs = store.nowMs()
    const { notices, endedIds } = await this.#plan(events, nowMs)
    this.#unnoted += events.length
    if (notices.length > 0 || endedIds.length > 0 || this.#unnoted >= unnotedEvents) {
      if (!(await store.notices.fanOut({ from: noted, to, notices, endedIds, nowMs }))) return true
      this.#unnoted = 0
    }
    this.#read = to
    return events.length === batchSize
  }

  async #plan(events: readonly OutboxEvent[], nowMs: number): Promise<{ notices: Notice[]; endedIds: string[] }> {
    const live = events.filter(({ mode, type }) => mode === 'live' && type.startsWith('interaction.'))
    const idsOf = (isCreated: boolean) => [
      ...new Set(
        live.filter(({ type }) => (type === 'interaction.created') === isCreated).map((each) => each.interactionId),
      ),
    ]
    const items = [...(await this.#app.store.webhooks.findItems(idsOf(true))).values()]
    return {
      notices: await planNotices(
        this.#app,
        items.filter((item) => isWorthANotice(item, nowMs)),
        nowMs,
      ),
      endedIds: idsOf(false),
    }
  }
}

/** Who is told of what, over which channel and when. */
async function planNotices(app: App, items: readonly Item[], nowMs: number): Promise<Notice[]> {
  if (items.length === 0) return []
  const userIds = [...new Set(items.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const people = await app.store.noticePeople.listRecipients(
    userIds,
    items.some(({ userId }) => userId === null),
  )
  const bursts = new Map<string, number>()
  const personIds = people.map(({ id }) => id)
  for (const burst of await app.store.notices.listBursts(personIds, nowMs - burstMs)) {
    bursts.set(`${burst.personId} ${burst.groupKey}`, burst.burstAtMs)
  }
  const offered = offeredBy(app)
  const nextAfterMs = app.config.noticeNextAfterSeconds * 1_000
  return items.flatMap((item) =>
    people
      .filter((person) => isTold(person, item))
      .flatMap((person) => {
        const channels = channelsOf(person, offered)
        const key = `${person.id} ${groupKeyOf(item)}`
        const burstAtMs = burstAt(nowMs, bursts.get(key))
        bursts.set(key, burstAtMs)
        const asks = channels.map((channel, place) =>
          newNotice(item, person, {
            channel,
            purpose: 'ask',
            burstAtMs,
            dueAtMs: dueAt(burstAtMs, place, nextAfterMs),
          }),
        )
        const [first] = channels
        const remindAtMs = reminderAt(item)
        if (first === undefined || remindAtMs === null || remindAtMs <= burstAtMs) return asks
        const reminder = { channel: first, purpose: 'reminder', burstAtMs, dueAtMs: remindAtMs } as const
        return [...asks, newNotice(item, person, reminder)]
      }),
  )
}

function newNotice(
  item: Item,
  person: NoticePerson,
  when: Pick<Notice, 'channel' | 'purpose' | 'burstAtMs' | 'dueAtMs'>,
): Notice {
  return {
    id: newId('ntc'),
    interactionId: item.id,
    personId: person.id,
    groupKey: groupKeyOf(item),
    status: 'pending',
    claimedUntilMs: null,
    tries: 0,
    messageRef: null,
    isOrphan: false,
    createdAtMs: item.createdAtMs,
    ...when,
  }
}
