import type { RemoteAgent, RemoteAgentBody, Vestra } from '@/lib/sdk'

const root = '/v1/remote_agents'
const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`

/** What an admin does with remote agents; the SDK has no names for it. None of it is repeated by itself. */
export const remoteAgents = {
  create: async (client: Vestra, body: RemoteAgentBody): Promise<RemoteAgent> =>
    JSON.parse(await client.requestText({ method: 'POST', path: root, body, isOncePerTry: true })),
  setPaused: async (client: Vestra, id: string, paused: boolean): Promise<RemoteAgent> =>
    JSON.parse(await client.requestText({ method: 'PATCH', path: pathOf(id), body: { paused }, isOncePerTry: true })),
  remove: async (client: Vestra, id: string): Promise<void> =>
    void (await client.requestText({ method: 'DELETE', path: pathOf(id), isOncePerTry: true })),
}
