import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MutableResponse, OAuth2Server, type TokenRequestIncomingMessage } from 'oauth2-mock-server'

interface TokenRequest {
  authorization: string | undefined
  form: Record<string, unknown>
}

/** An OAuth provider on this machine, which says yes to everybody. */
export async function startProvider() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('ES256')
  await server.start(0, '127.0.0.1')
  const origin = `http://127.0.0.1:${server.address().port}`
  const requests: TokenRequest[] = []
  server.service.on('beforeResponse', (_response: MutableResponse, request: TokenRequestIncomingMessage) => {
    requests.push({ authorization: request.headers.authorization, form: { ...request.body } })
  })
  return {
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    issuer: origin,
    /** Every request for tokens, the newest last. */
    requests,
    /** Changes the next answer to a request for tokens. */
    answerOnce: (change: (response: MutableResponse) => void) => void server.service.once('beforeResponse', change),
    /** The browser of somebody who says yes. @returns what it brings back */
    async consent(authorizeUrl: string): Promise<{ code: string; state: string }> {
      const response = await fetch(authorizeUrl, { redirect: 'manual' })
      const back = new URL(response.headers.get('Location') ?? '')
      return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
    },
    stop: () => server.stop(),
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

/** A file for `CONNECTORS_FILE`. */
export function writeConnectors(content: unknown): { file: string; remove: () => void } {
  const file = path.join(tmpdir(), `vestra-connectors-${randomUUID()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { file, remove: () => rmSync(file) }
}
