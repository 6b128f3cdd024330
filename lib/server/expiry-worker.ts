import type { App } from '@/lib/services/context'
import { expireOverdue } from '@/lib/services/expiry'
import { repeat } from './repeat'

const everyMs = 1_000

/** Makes expiries durable soon after they happen; readers do not depend on it (A35). */
export function startExpiry(app: App): () => void {
  return repeat(app, everyMs, 'expiry', () => expireOverdue(app))
}
