import type { App } from '@/lib/services/context'
import { NoticeFeed } from '@/lib/services/notice-outbox'
import { NoticeSender } from '@/lib/services/notice-sending'
import type { SendingOptions } from '@/lib/services/webhook-sending'
import { followHints } from './follow-hints'

const graceMs = 500

/** Tells people what waits for them until it is stopped. Any number of these may run on one store. */
export function startNotices(app: App, options: SendingOptions = {}): () => Promise<void> {
  const feed = new NoticeFeed(app)
  const sender = new NoticeSender(app, options, () => following.wake())
  const following = followHints(app, 'notices', async (signal) => {
    const isMore = await feed.follow()
    if (!signal.aborted) await sender.fill()
    return isMore
  })
  return async () => {
    await following.stop()
    await sender.stop(graceMs)
  }
}
