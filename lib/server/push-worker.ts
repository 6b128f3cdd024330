import { sendDuePushes } from '@/lib/a2a/push'
import type { App } from '@/lib/services/context'
import { anything } from '@/lib/services/wake-ups'

/** Between two looks when no hint comes. */
const pollMs = 1_000
/** After a hint one more look: an event shows only once every change that began before it is over. */
const trailMs = 50
const paceMs = 20

/** Sends A2A push notifications until it is stopped. Any number of these may run on one store. */
export function startPushes(app: App): () => void {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, app.shutdown])
  const hints = app.wakeUps.subscribe(anything)

  async function loop() {
    let waitMs = pollMs
    while (!signal.aborted) {
      let isHinted = false
      const hint = hints.next().then(() => {
        isHinted = true
      })
      try {
        await sendDuePushes(app)
      } catch (error) {
        if (!signal.aborted) app.log.error({ err: error }, 'pushes failed')
      }
      await hints.orAfter(hint, waitMs, signal)
      waitMs = isHinted ? trailMs : pollMs
      await new Promise((resolve) => setTimeout(resolve, paceMs))
    }
  }

  void loop().finally(() => hints.stop())
  return () => ending.abort()
}
