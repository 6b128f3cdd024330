import type { App } from '@/lib/services/context'
import { adoptNames, forgetOld } from '@/lib/services/retention'
import { repeat } from './repeat'

const everyMs = 30_000

/** Forgets what is no longer kept, and goes on with what a newer version wants to know of what is old. */
export function startRetention(app: App): () => void {
  return repeat(app, everyMs, 'retention', async () => {
    await adoptNames(app)
    await forgetOld(app)
  })
}
