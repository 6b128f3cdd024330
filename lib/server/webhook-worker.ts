import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '@/lib/services/context'
import { anything } from '@/lib/services/wake-ups'
import { fanOutEvents } from '@/lib/services/webhook-outbox'
import { type SendingOptions, WebhookSender } from '@/lib/services/webhook-sending'

/** Between two looks when no hint comes; a retry is this late at most. */
const pollMs = 1_000
/** After a hint one more look: an event shows only once every change that began before it is over. */
const trailMs = 50
/** Under load, hints come faster than they are worth a look each. */
const paceMs = 20
const graceMs = 500

/** Sends webhooks until it is stopped. Any number of these may run on one store. */
export function startWebhooks(app: App, options: SendingOptions = {}): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const hints = app.wakeUps.subscribe(anything)
  let onFree = () => {}
  const sender = new WebhookSender(app, options, () => onFree())

  /** @returns whether there is more to do at once */
  async function work(): Promise<boolean> {
    const isMore = await fanOutEvents(app)
    if (!signal.aborted) await sender.fill()
    return isMore
  }

  async function loop() {
    let waitMs = pollMs
    while (!signal.aborted) {
      let isHinted = false
      const woken = Promise.race([
        hints.next().then(() => {
          isHinted = true
        }),
        new Promise<void>((resolve) => {
          onFree = resolve
        }),
      ])
      try {
        if (await work()) continue
      } catch (error) {
        app.log.error({ err: error }, 'webhooks failed')
        await sleep(pollMs, undefined, { signal }).catch(() => {})
      }
      await hints.orAfter(woken, waitMs, signal)
      waitMs = isHinted ? trailMs : pollMs
      await sleep(paceMs)
    }
  }

  const over = loop()
  return async () => {
    ending.abort()
    await over
    hints.stop()
    await sender.stop(graceMs)
  }
}
