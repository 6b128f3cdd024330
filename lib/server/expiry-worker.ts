import type { App } from '@/lib/services/context'
import { expireOverdue } from '@/lib/services/expiry'

const everyMs = 1_000

/** Makes expiries durable soon after they happen; readers do not depend on it (A35). */
export function startExpiry(app: App): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    expireOverdue(app)
      .catch((error) => app.log.error({ err: error }, 'expiry failed'))
      .finally(() => {
        isRunning = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
