import type { App } from '@/lib/services/context'
import { fanOutEvents } from '@/lib/services/webhook-outbox'
import { type SendingOptions, WebhookSender } from '@/lib/services/webhook-sending'
import { followHints } from './follow-hints'

const graceMs = 500

/** Sends webhooks until it is stopped. Any number of these may run on one store. */
export function startWebhooks(app: App, options: SendingOptions = {}): () => Promise<void> {
  const sender = new WebhookSender(app, options, () => following.wake())
  const following = followHints(app, 'webhooks', async (signal) => {
    const isMore = await fanOutEvents(app)
    if (!signal.aborted) await sender.fill()
    return isMore
  })
  return async () => {
    await following.stop()
    await sender.stop(graceMs)
  }
}
