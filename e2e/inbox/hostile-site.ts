import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from './browser'

/** A web site that means harm, under a name of another site and under one that shares our site. */
export interface HostileSite {
  /** Another site than the inbox, for the browser. */
  foreign: string
  /** The same site, but another origin. */
  sameSite: string
  /** What `/` answers from now on; without an origin of its own when `isSandboxed`. */
  serve(html: string, options?: { isSandboxed: boolean }): void
  /** How many requests it got, of any kind. */
  requests(): string[]
}

export const test = base.extend<{ hostile: HostileSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  hostile: async ({}, use) => {
    let page = ''
    let policy: Record<string, string> = {}
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(200, { 'Content-Type': 'text/html', ...policy }).end(page)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await use({
      foreign: `http://localhost:${port}/`,
      sameSite: `http://127.0.0.1:${port}/`,
      serve(html, { isSandboxed } = { isSandboxed: false }) {
        page = html
        policy = isSandboxed ? { 'Content-Security-Policy': 'sandbox allow-scripts allow-forms' } : {}
      },
      requests: () => requests,
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})
