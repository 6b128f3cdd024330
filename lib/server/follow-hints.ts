import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '@/lib/services/context'
import { anything } from '@/lib/services/wake-ups'

/** Between two looks when no hint comes; a retry is this late at most. */
const pollMs = 1_000
/** After a hint one more look: an event shows only once every change that began before it is over. */
const trailMs = 50
/** Under load, hints come faster than they are worth a look each. */
const paceMs = 20

/**
 * Does a piece of work at every hint and now and again, until it is stopped.
 * @param work returns whether there is more to do at once
 * @returns `wake` for another look now; `stop`, which resolves when the work under way is over
 */
export function followHints(
  app: App,
  name: string,
  work: (signal: AbortSignal) => Promise<boolean>,
): { wake: () => void; stop: () => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  const hints = app.wakeUps.subscribe(anything)
  let wake = () => {}

  async function loop() {
    let waitMs = pollMs
    while (!signal.aborted) {
      let isHinted = false
      const woken = Promise.race([
        hints.next().then(() => {
          isHinted = true
        }),
        new Promise<void>((resolve) => {
          wake = resolve
        }),
      ])
      try {
        if (await work(signal)) continue
      } catch (error) {
        // What the end of the process cuts short is done by another, or after the next start.
        if (!app.shutdown.aborted) app.log.error({ err: error }, `${name} failed`)
        await sleep(pollMs, undefined, { signal }).catch(() => {})
      }
      await hints.orAfter(woken, waitMs, signal)
      waitMs = isHinted ? trailMs : pollMs
      await sleep(paceMs)
    }
  }

  const over = loop()
  return {
    wake: () => wake(),
    async stop() {
      ending.abort()
      await over
      hints.stop()
    },
  }
}
