import type { Item } from '@/lib/interactions/item'
import type { NoticePerson } from '@/lib/store/notice-people'
import type { Notice, NoticeChannel } from '@/lib/store/notices'
import { type App, auditEntry, systemContext } from './context'
import { type Channel, ChannelError } from './notice-channels/channel'
import { emailChannel } from './notice-channels/email'
import { composeNotice } from './notice-channels/message'
import { slackChannel } from './notice-channels/slack'
import { webPushChannel } from './notice-channels/web-push'
import { channelsOf, isTold, isWorthANotice, offeredBy, preferencesOf, quietUntil } from './notice-rules'
import type { SendingOptions } from './webhook-sending'

const minuteMs = 60_000

/** How long after each failed try the next one comes; after the last it is given up (F11). */
const retryDelaysMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs] as const
const jitter = 0.2
const timeoutMs = 20_000
/** Longer than a try can take: when a claim runs out, its worker is gone. */
const leaseMs = 30_000
const maxParallel = 20

type Channels = Partial<Record<NoticeChannel, Channel>>

/** The channels that this deployment has. */
export function channelsFor(app: App, { resolve }: Pick<SendingOptions, 'resolve'> = {}): Channels {
  const { smtp, publicUrl } = app.config
  return {
    web_push: webPushChannel(app, resolve),
    ...(smtp && { email: emailChannel(smtp, publicUrl) }),
    slack: slackChannel(app, resolve),
  }
}

/** Sends the notices that are due, many at once, and takes back those whose item has ended. */
export class NoticeSender {
  readonly #app: App
  readonly #onFree: () => void
  readonly #nowMs: () => number
  readonly #random: () => number
  readonly #channels: Channels
  readonly #sends = new Map<Promise<void>, AbortController>()

  /** @param onFree called when a send is over and another may begin */
  constructor(app: App, options: SendingOptions = {}, onFree = () => {}) {
    this.#app = app
    this.#onFree = onFree
    this.#nowMs = options.nowMs ?? app.store.nowMs
    this.#random = options.random ?? Math.random
    this.#channels = channelsFor(app, options)
  }

  /** Claims as much of what is due as there is room for, and begins to send it. */
  async fill(): Promise<void> {
    const { notices } = this.#app.store
    const room = maxParallel - this.#sends.size
    if (room <= 0) return
    for (const group of await notices.listDue(this.#nowMs(), room)) {
      const nowMs = this.#nowMs()
      const claimed = await notices.claim(group, nowMs, nowMs + leaseMs)
      if (claimed.length > 0) this.#begin(claimed)
    }
  }

  /** Resolves once nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#sends.size > 0) await Promise.all(this.#sends.keys())
  }

  /** Gives what is being sent a moment to end, and lets others have the rest. */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const ending of this.#sends.values()) ending.abort()
    }, graceMs)
    await this.idle()
    clearTimeout(timer)
  }

  #begin(claimed: Notice[]) {
    const ending = new AbortController()
    const send = this.#handle(claimed, ending.signal)
      // What could not be recorded is sent again when the claim has run out.
      .catch((error) => this.#app.log.error({ err: error, notice: claimed[0]?.id }, 'notice not recorded'))
      .finally(() => {
        this.#sends.delete(send)
        this.#onFree()
      })
    this.#sends.set(send, ending)
  }

  async #handle(claimed: Notice[], stopping: AbortSignal): Promise<void> {
    const { store } = this.#app
    const [first] = claimed
    if (!first) return
    const person = await store.noticePeople.findPerson(first.personId)
    const channel = this.#channels[first.channel]
    const isBack = first.status === 'retracting'
    const isChosen = (each: NoticePerson) => channelsOf(each, offeredBy(this.#app)).includes(first.channel)
    if (!person || !channel || !(isBack || isChosen(person))) return store.notices.skip(claimed)
    const wanted = isBack ? { notices: claimed, items: [] } : await this.#stillWanted(person, claimed)
    if (wanted.notices.length === 0) return
    const quietUntilMs = isBack ? null : quietUntil(preferencesOf(person), this.#nowMs())
    if (quietUntilMs !== null) return store.notices.postpone(wanted.notices, quietUntilMs)

    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([stopping, timeout])
    let messageRef: string | null = null
    try {
      if (isBack) await channel.retract?.(person, claimed, signal)
      else {
        const message = composeNotice(person, wanted.items, first.purpose, this.#app.config.publicUrl)
        const mayBeSentSinceMs = mayBeSentSince(wanted.notices)
        messageRef = await channel.send(person, message, { signal, mayBeSentSinceMs })
      }
    } catch (error) {
      if (stopping.aborted) return store.notices.abandon(wanted.notices, this.#nowMs())
      return this.#fail(person, wanted.notices, error)
    }
    if (isBack) return store.notices.recordRetracted(claimed)
    await store.notices.recordSent({
      notices: wanted.notices,
      messageRef,
      nowMs: this.#nowMs(),
      audit: (notice) => this.#audit('notice.sent', notice, person),
    })
  }

  /** Drops what is no longer to be told, because its item has ended or was given to somebody else. */
  async #stillWanted(person: NoticePerson, claimed: Notice[]): Promise<{ notices: Notice[]; items: Item[] }> {
    const { store } = this.#app
    const items = await store.webhooks.findItems(claimed.map(({ interactionId }) => interactionId))
    const isWanted = ({ interactionId }: Notice) => {
      const item = items.get(interactionId)
      return item !== undefined && isWorthANotice(item, this.#nowMs()) && isTold(person, item)
    }
    const notices = claimed.filter(isWanted)
    if (notices.length < claimed.length) await store.notices.skip(claimed.filter((notice) => !isWanted(notice)))
    return { notices, items: notices.flatMap(({ interactionId }) => items.get(interactionId) ?? []) }
  }

  async #fail(person: NoticePerson, notices: Notice[], error: unknown): Promise<void> {
    const nowMs = this.#nowMs()
    const failure = error instanceof ChannelError ? error : new ChannelError('It could not be sent.')
    if (failure !== error) this.#app.log.error({ err: error, notice: notices[0]?.id }, 'notice failed')
    const delayMs = failure.isFinal ? undefined : retryDelaysMs[Math.max(...notices.map(({ tries }) => tries))]
    this.#app.log.warn({ channel: notices[0]?.channel, fault: failure.message }, 'notice not sent')
    await this.#app.store.notices.recordFailure({
      notices,
      error: failure.message,
      nextTryAtMs:
        delayMs === undefined
          ? null
          : Math.max(nowMs + Math.round(delayMs * (1 + this.#random() * jitter)), failure.retryAtMs ?? 0),
      nowMs,
      audit: (notice) => this.#audit('notice.failed', notice, person),
    })
  }

  #audit(action: string, { channel, purpose }: Notice, { id, name }: NoticePerson) {
    return auditEntry(systemContext(this.#app), action, { person: id, name, channel, purpose })
  }
}

/** Since when an earlier try may have sent what is about to be sent; null: nobody tried. */
function mayBeSentSince(notices: readonly Notice[]): number | null {
  const isSecond = notices.some(({ isOrphan, tries }) => isOrphan || tries > 0)
  return isSecond ? Math.min(...notices.map(({ createdAtMs }) => createdAtMs)) : null
}
