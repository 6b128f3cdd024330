import { expect } from '@playwright/test'
import { makeKey, type ServerOptions, verifies } from '@/e2e/server'
import { driveEveryOperation, everyOperation } from '@/lib/testing/official-client'
import { apiAt } from './api'

const mounts: NonNullable<ServerOptions['mount']>[] = ['server', 'next']
const bindings = ['JSONRPC', 'HTTP+JSON']

for (const mount of mounts) {
  verifies(
    'A2A-R39 BIND-EQUIV',
    `the official client drives every operation, mounted by ${mount}`,
    async ({ servers }) => {
      const server = await servers.start({ mount })
      const [ask, runtime] = [await makeKey(server, 'ask', '--agent', 'Concierge'), await makeKey(server, 'runtime')]
      const agent = apiAt(server.url, ask)
      for (const binding of bindings) {
        const seen = await driveEveryOperation({
          url: server.url,
          binding,
          fetch: (input, init) => {
            const headers = new Headers(init?.headers)
            headers.set('Authorization', `Bearer ${runtime}`)
            return fetch(input, { ...init, headers })
          },
          rest: async (path, body) => {
            const { status, body: answer } = await agent.call('POST', path, { body })
            if (status >= 400) throw new Error(`${path}: ${status} ${answer.error.message}`)
            return answer
          },
        })
        expect(seen).toEqual(everyOperation)
      }
    },
  )
}
