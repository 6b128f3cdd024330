import type { App } from '@/lib/services/context'
import { forgetOld } from '@/lib/services/retention'
import { repeat } from './repeat'

const everyMs = 30_000

/** Forgets what is no longer kept. */
export function startRetention(app: App): () => void {
  return repeat(app, everyMs, 'retention', () => forgetOld(app))
}
