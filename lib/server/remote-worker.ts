import { syncRemoteAgents } from '@/lib/a2a/remote'
import type { App } from '@/lib/services/context'
import { repeat } from './repeat'

const everyMs = 2_000

/** Keeps the inbox in step with the agents elsewhere. */
export function startRemoteAgents(app: App): () => void {
  return repeat(app, everyMs, 'remote agents', () => syncRemoteAgents(app))
}
