import type { Resolve } from '@/lib/services/address-guard'
import type { App } from '@/lib/services/context'
import type { NoticePerson } from '@/lib/store/notice-people'
import type { Channel } from './channel'
import { slackAppChannel } from './slack-app'
import { slackWebhookChannel } from './slack-webhook'

/** Slack: by the deployment's app to who linked their account, and by an incoming webhook to everybody else. */
export function slackChannel(app: App, resolve?: Resolve): Channel {
  const webhook = slackWebhookChannel(app, resolve)
  const byApp = slackAppChannel(app, resolve)
  const isByApp = ({ slackAccount }: NoticePerson) => app.config.slackApp !== null && slackAccount !== null
  return {
    send: (person, message, attempt) => (isByApp(person) ? byApp : webhook).send(person, message, attempt),
    // What a webhook sent has no name, and nobody can change it.
    retract: async (person, notices, signal) => byApp.retract?.(person, notices, signal),
  }
}
