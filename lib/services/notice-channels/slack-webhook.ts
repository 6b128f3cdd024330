import { faultOfUrl, type Resolve, safeLookup } from '@/lib/services/address-guard'
import type { App } from '@/lib/services/context'
import { preferencesOf } from '@/lib/services/notice-rules'
import { post } from '@/lib/services/webhook-sending'
import type { NoticePerson } from '@/lib/store/notice-people'
import { type Channel, ChannelError } from './channel'
import type { NoticeMessage } from './message'
import { escapeSlack, slackMessage } from './slack-blocks'

/** Posts notices to a Slack incoming webhook: the person's own, or the deployment's (F14). */
export function slackWebhookChannel(app: App, resolve?: Resolve): Channel {
  return {
    async send(person, message, { signal }) {
      const url = urlFor(app, person)
      const rules = { allowPrivate: app.config.webhookAllowPrivate }
      const fault = faultOfUrl(url, { ...rules, httpsOnly: !rules.allowPrivate })
      if (fault) throw new ChannelError(`The Slack address ${fault}.`, { isFinal: true })
      const sent = await post(
        new URL(url),
        { headers: { 'Content-Type': 'application/json' }, lookup: safeLookup(rules, resolve), signal },
        JSON.stringify(toSlack(message)),
      ).catch(() => ({ error: 'Slack could not be reached.' }))
      if ('error' in sent) throw new ChannelError(sent.error)
      if (sent.status >= 200 && sent.status <= 299) return null
      // These say that the webhook is gone; the others may pass.
      const isFinal = [400, 403, 404, 410].includes(sent.status)
      throw new ChannelError(`Slack answered ${sent.status}.`, { isFinal })
    },
  }
}

/** @throws ChannelError when there is none any more */
function urlFor(app: App, person: NoticePerson): string {
  const { slackSealed } = preferencesOf(person)
  const url = slackSealed === null ? app.config.slackWebhookUrl : app.secrets.unseal(slackSealed)
  if (url === null) throw new ChannelError('There is no Slack webhook any more.', { isFinal: true })
  return url
}

/** Foreign words go into plain text alone, where Slack reads no marks, mentions or links. */
function toSlack(message: NoticeMessage) {
  return slackMessage(message, message.closing, ({ url }) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: `<${url}|${escapeSlack(message.open)}>` },
  }))
}
