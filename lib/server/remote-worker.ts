import { syncRemoteAgent } from '@/lib/a2a/remote'
import type { App } from '@/lib/services/context'
import { listAllRemoteAgents } from '@/lib/services/remote-agents'
import { releaseRemoteAgents } from '@/lib/services/remote-claims'
import { repeat } from './repeat'

const everyMs = 2_000

/**
 * Keeps the inbox in step with the agents elsewhere, each at its own pace. Any number of these may run on one store.
 * @returns what ends it; then other instances may go on at once
 */
export function startRemoteAgents(app: App): () => Promise<void> {
  const rounds = new Map<string, Promise<void>>()
  const failed = (error: unknown) => app.log.error({ err: error }, 'remote agents failed')
  const stop = repeat(app, everyMs, 'remote agents', async () => {
    for (const agent of await listAllRemoteAgents(app)) {
      if (rounds.has(agent.id) || app.shutdown.aborted) continue
      const round = syncRemoteAgent(app, agent).catch(failed)
      rounds.set(
        agent.id,
        round.finally(() => rounds.delete(agent.id)),
      )
    }
  })
  return async () => {
    stop()
    await Promise.all(rounds.values())
    await releaseRemoteAgents(app).catch(failed)
  }
}
