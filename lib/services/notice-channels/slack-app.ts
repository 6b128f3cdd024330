import { z } from 'zod'
import type { Resolve } from '@/lib/services/address-guard'
import type { App } from '@/lib/services/context'
import { denyAction } from '@/lib/services/slack-answers'
import { callSlack, SlackRefusal } from '@/lib/services/slack-api'
import type { NoticePerson } from '@/lib/store/notice-people'
import type { Notice, NoticePurpose } from '@/lib/store/notices'
import { type Channel, ChannelError } from './channel'
import { composeNotice, type NoticeLine, type NoticeMessage } from './message'
import { plainText, slackMessage } from './slack-blocks'

const metadataType = 'vestra_notice'
/** Slack stamps a message by its own clock. */
const clockSlackMs = 120_000
/** As many messages as one call gives. */
const historyPage = 999
/** As many ids as Slack surely keeps with a message. */
const maxNamed = 100

const Posted = z.object({ channel: z.string(), ts: z.string() })
const History = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      metadata: z
        .object({ event_type: z.string(), event_payload: z.object({ purpose: z.string(), items: z.string() }) })
        .optional()
        .catch(undefined),
    }),
  ),
})

/**
 * Notices as direct messages of the deployment's Slack app, to accounts that people linked (F21). Each has "Open", a
 * link, and "Deny"; it is written again when its item ends, whoever ended it. What it is about stands in its metadata as
 * ids, so that a message whose sender died before noting it is found, and not sent twice (F8).
 */
export function slackAppChannel(app: App, resolve?: Resolve): Channel {
  async function find(person: NoticePerson, { purpose, itemIds, sinceMs }: Wanted, signal: AbortSignal) {
    const channel = person.slackAccount?.channel
    if (channel === undefined) return null
    const oldest = String(Math.floor((sinceMs - clockSlackMs) / 1_000))
    const params = { channel, oldest, limit: historyPage, include_all_metadata: true }
    const { messages } = await callSlack(app, 'conversations.history', params, History, { signal, resolve })
    for (const { ts, metadata } of messages) {
      if (metadata?.event_type !== metadataType || metadata.event_payload.purpose !== purpose) continue
      const named = metadata.event_payload.items.split(' ')
      const isIt = itemIds.slice(0, maxNamed).every((id) => named.includes(id))
      if (isIt) return { messageRef: toRef({ channel, ts }), itemIds: named }
    }
    return null
  }

  async function rewrite(person: NoticePerson, notice: Notice, { messageRef, itemIds }: Found, signal: AbortSignal) {
    const noted = await app.store.notices.listItemsOfMessage({ ...notice, messageRef })
    const ids = [...new Set([...itemIds, ...noted])]
    const items = await app.store.webhooks.findItems(ids)
    const message = composeNotice(
      person,
      ids.flatMap((id) => items.get(id) ?? []),
      notice.purpose,
      app.config.publicUrl,
    )
    const [channel = '', ts = ''] = messageRef.split('/')
    await callSlack(app, 'chat.update', { channel, ts, ...toSlack(message) }, z.object({}), { signal, resolve }).catch(
      (error) => {
        // Somebody deleted it, and that is as good.
        if (!(error instanceof SlackRefusal && error.reason === 'message_not_found')) throw error
      },
    )
  }

  return {
    async send(person, message, { signal, mayBeSentSinceMs }) {
      const account = person.slackAccount
      if (account === null) throw new ChannelError('There is no Slack account any more.', { isFinal: true })
      const { purpose } = message
      const itemIds = message.lines.map(({ itemId }) => itemId)
      const isSecond = mayBeSentSinceMs !== null && purpose !== 'test'
      const sent = isSecond ? await find(person, { purpose, itemIds, sinceMs: mayBeSentSinceMs }, signal) : null
      if (sent !== null) return sent.messageRef
      const metadata = {
        event_type: metadataType,
        event_payload: { purpose, items: itemIds.slice(0, maxNamed).join(' ') },
      }
      const params = {
        channel: account.channel,
        ...toSlack(message),
        metadata,
        unfurl_links: false,
        unfurl_media: false,
      }
      return toRef(await callSlack(app, 'chat.postMessage', params, Posted, { signal, resolve }))
    },
    async retract(person, notices, signal) {
      const written = new Set<string>()
      for (const notice of notices) {
        const { interactionId, purpose, createdAtMs, messageRef } = notice
        const itemIds = [interactionId]
        const noted = messageRef === null ? null : { messageRef, itemIds }
        const found = noted ?? (await find(person, { purpose, itemIds, sinceMs: createdAtMs }, signal))
        if (found === null || written.has(found.messageRef)) continue
        written.add(found.messageRef)
        await rewrite(person, notice, found, signal)
      }
    },
  }
}

/** A message of ours, and the items that it surely is about. */
interface Found {
  messageRef: string
  itemIds: string[]
}

interface Wanted {
  purpose: NoticePurpose
  itemIds: string[]
  sinceMs: number
}

const toRef = ({ channel, ts }: z.output<typeof Posted>) => `${channel}/${ts}`

function toSlack(message: NoticeMessage) {
  const { open, deny } = message
  const isOver = message.lines.every(({ outcome }) => outcome !== null)
  const button = (text: string, action: Record<string, unknown>) => ({
    type: 'button',
    text: plainText(text),
    ...action,
  })
  const actionsOf = ({ itemId, url, outcome, takesNo }: NoticeLine) =>
    outcome === null
      ? {
          type: 'actions',
          elements: [
            button(open, { action_id: 'open', url }),
            ...(takesNo ? [button(deny, { action_id: denyAction, value: itemId, style: 'danger' })] : []),
          ],
        }
      : { type: 'context', elements: [plainText(outcome)] }
  return slackMessage(message, message.purpose === 'test' || !isOver ? closingOf(message) : null, actionsOf)
}

const closingOf = ({ purpose, closing, closingWithDeny }: NoticeMessage) =>
  purpose === 'test' ? closing : closingWithDeny
