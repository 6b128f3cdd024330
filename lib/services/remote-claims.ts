import type { RemoteAgent } from '@/lib/store/agents'
import type { App } from './context'

/** When it runs out, the instance that held the agent is gone: it renews before less is left than a request can take. */
const leaseMs = 20_000
const marginMs = 16_000

/** Another instance speaks to the agent by now. */
export class ClaimLost extends Error {}

/** What an instance has while it alone speaks to a remote agent. */
export interface Claim {
  agent: RemoteAgent
  /** Makes sure that it is still ours for as long as one more request takes. @throws ClaimLost */
  hold(): Promise<void>
}

/** Takes a remote agent for this instance. @returns null while another one has it */
export async function claimRemoteAgent({ store, instance }: App, agent: RemoteAgent): Promise<Claim | null> {
  let heldUntilMs = 0
  const take = async () => {
    const untilMs = store.nowMs() + leaseMs
    if (!(await store.claimRemoteAgent(agent.id, instance, leaseMs))) return false
    heldUntilMs = untilMs
    return true
  }
  if (!(await take())) return null
  return {
    agent,
    async hold() {
      if (heldUntilMs - store.nowMs() < marginMs && !(await take())) throw new ClaimLost()
    },
  }
}

/** Lets go of the agents that this instance has, so that another one goes on at once. */
export function releaseRemoteAgents({ store, instance }: App): Promise<void> {
  return store.releaseRemoteAgents(instance)
}
