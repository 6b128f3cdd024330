import { sendDuePushes } from '@/lib/a2a/push'
import type { App } from '@/lib/services/context'
import { followHints } from './follow-hints'

/** Sends A2A push notifications until it is stopped. Any number of these may run on one store. */
export function startPushes(app: App): () => Promise<void> {
  const following = followHints(app, 'pushes', async () => {
    await sendDuePushes(app)
    return false
  })
  return following.stop
}
