import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectorSettings } from '@/lib/connectors-file'
import { type Provider, startProvider } from '@/lib/testing/provider'
import type { ConnectorError, ConnectorFault, Tokens } from './connector'
import { oauthConnector } from './oauth-connector'

const redirectUri = 'https://inbox.example.com/connect/callback'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const settings = (parts: Partial<ConnectorSettings> = {}): ConnectorSettings => ({
  name: 'Google Calendar',
  authorizeUrl: provider.authorizeUrl,
  tokenUrl: provider.tokenUrl,
  issuer: null,
  clientId: 'client 1',
  clientSecret: 'secret:1',
  scopes: ['calendar.read', 'calendar.write'],
  extraAuthorizeParams: {},
  tokenAuth: 'basic',
  ...parts,
})

const connectorOf = (parts: Partial<ConnectorSettings> = {}) => oauthConnector(settings(parts), { redirectUri })

async function connect(parts: Partial<ConnectorSettings> = {}): Promise<Tokens> {
  const connector = connectorOf(parts)
  const { authorizeUrl, secret } = await connector.begin('state-1')
  const { code } = await provider.consent(authorizeUrl)
  return connector.finish({ code }, secret)
}

async function faultOf(attempt: Promise<unknown>): Promise<{ fault: ConnectorFault; why: string }> {
  const { fault, why } = (await attempt.then(
    () => expect.unreachable('there should be no tokens'),
    (error) => error,
  )) as ConnectorError
  return { fault, why }
}

describe('begin', () => {
  test('sends the person off with the client, the scopes, the state and a fresh S256 challenge', async () => {
    const connector = connectorOf({
      authorizeUrl: 'https://accounts.example.com/authorize?tenant=one',
      extraAuthorizeParams: { access_type: 'offline' },
    })
    const [first, second] = [await connector.begin('state-1'), await connector.begin('state-2')]
    const url = new URL(first.authorizeUrl)
    expect(url.origin + url.pathname).toBe('https://accounts.example.com/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: 'one',
      access_type: 'offline',
      response_type: 'code',
      client_id: 'client 1',
      redirect_uri: redirectUri,
      scope: 'calendar.read calendar.write',
      state: 'state-1',
      code_challenge: createHash('sha256').update(first.secret).digest('base64url'),
      code_challenge_method: 'S256',
    })
    expect(first.secret).toMatch(/^[\w-]{43}$/)
    expect(second.secret).not.toBe(first.secret)
    expect(connector.authorizeHost).toBe('accounts.example.com')
  })

  test('asks for no scope where none is set', async () => {
    const { authorizeUrl } = await connectorOf({ scopes: [] }).begin('state-1')
    expect(new URL(authorizeUrl).searchParams.has('scope')).toBe(false)
  })
})

describe('finish', () => {
  test('trades the code for tokens, and keeps all that the provider gave', async () => {
    provider.answerOnce((response) => Object.assign(response.body, { instance_url: 'https://eu.example.com' }))
    expect(await connect()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'dummy',
      refresh_token: expect.any(String),
      id_token: expect.any(String),
      instance_url: 'https://eu.example.com',
    })
    const { form } = provider.requests.at(-1) ?? { form: {} }
    expect(form).toMatchObject({ grant_type: 'authorization_code', redirect_uri: redirectUri })
  })

  test.each([
    ['basic', 'secret:1', 'client+1:secret%3A1', {}],
    ['post', 'secret:1', undefined, { client_id: 'client 1', client_secret: 'secret:1' }],
    ['post', null, undefined, { client_id: 'client 1' }],
  ] as const)('shows itself by %s with the secret %s', async (tokenAuth, clientSecret, basic, form) => {
    await connect({ tokenAuth, clientSecret })
    const sent = provider.requests.at(-1)
    const authorization = basic && `Basic ${Buffer.from(basic).toString('base64')}`
    expect(sent?.authorization).toBe(authorization)
    const { client_id, client_secret } = sent?.form ?? {}
    expect(JSON.parse(JSON.stringify({ client_id, client_secret }))).toEqual(form)
  })

  test('the verifier of another press is refused by the provider', async () => {
    const connector = connectorOf()
    const { authorizeUrl } = await connector.begin('state-1')
    const { code } = await provider.consent(authorizeUrl)
    const { secret } = await connector.begin('state-2')
    expect(await faultOf(connector.finish({ code }, secret))).toMatchObject({ fault: 'provider_refused' })
  })

  test('a no at the provider, and any other error there, asks for no tokens', async () => {
    const before = provider.requests.length
    const connector = connectorOf()
    expect(await faultOf(connector.finish({ error: 'access_denied' }, 'v'))).toMatchObject({ fault: 'denied' })
    expect(await faultOf(connector.finish({ error: 'server_error', code: 'c' }, 'v'))).toEqual({
      fault: 'provider_refused',
      why: 'server_error',
    })
    expect(await faultOf(connector.finish({}, 'v'))).toMatchObject({ fault: 'provider_refused' })
    expect(provider.requests).toHaveLength(before)
  })

  test("an answer of another issuer, or of none, asks for no tokens where the provider's name is set", async () => {
    const before = provider.requests.length
    const connector = connectorOf({ issuer: 'https://accounts.example.com' })
    const { authorizeUrl, secret } = await connector.begin('state-1')
    const { code } = await provider.consent(authorizeUrl)
    for (const iss of [undefined, 'https://evil.example.com']) {
      expect(await faultOf(connector.finish({ code, iss }, secret))).toMatchObject({ fault: 'provider_refused' })
    }
    expect(provider.requests).toHaveLength(before)
    expect(await connector.finish({ code, iss: 'https://accounts.example.com' }, secret)).toHaveProperty('access_token')
  })

  test.each<[string, (response: { statusCode: number; body: unknown }) => unknown]>([
    ['invalid_grant', (response) => Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } })],
    ['no access token', (response) => Object.assign(response, { body: { error: 'bad_verification_code' } })],
    ['no object', (response) => Object.assign(response, { body: ['access_token'] })],
    ['a token of an unknown type', (response) => Object.assign(response.body as object, { token_type: 'mac' })],
    ['a life that is no number', (response) => Object.assign(response.body as object, { expires_in: 'soon' })],
  ])('gives no tokens for %s', async (_what, change) => {
    provider.answerOnce(change)
    const { fault, why } = await faultOf(connect())
    expect(fault).toBe('provider_refused')
    expect(why).not.toMatch(/eyJ|access_token":/)
  })
})

describe('a provider that does not keep to it', () => {
  let server: Server
  let tokenUrl: string
  let answer: (response: ServerResponse) => void

  beforeAll(async () => {
    server = createServer((_request, response) => answer(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const finish = (timeoutMs: number, url = tokenUrl) =>
    faultOf(
      oauthConnector(settings({ tokenUrl: url }), { redirectUri, timeoutMs }).finish({ code: 'c' }, 'v'.repeat(43)),
    )

  test('is given up on when it does not answer, or stops in the middle', async () => {
    answer = () => {}
    expect(await finish(100)).toEqual({ fault: 'provider_unreachable', why: 'TimeoutError' })
    answer = (response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"access_token":')
    expect(await finish(100)).toEqual({ fault: 'provider_unreachable', why: 'TimeoutError' })
    expect(await finish(1000, 'http://127.0.0.1:1/token')).toMatchObject({ fault: 'provider_unreachable' })
  })

  test('is read no further than the limit', async () => {
    let written = 0
    answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const chunk = 'x'.repeat(16 * 1024)
      const more = () => {
        while (!response.destroyed && written < 64 * 1024 * 1024) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      more()
    }
    expect(await finish(5000)).toEqual({ fault: 'provider_refused', why: 'the answer is too large' })
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  test.each([
    ['sends us elsewhere', (response: ServerResponse) => response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['sends a page', (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>')],
    [
      'wants another credential',
      (response: ServerResponse) => response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end(),
    ],
    ['sends nothing', (response: ServerResponse) => response.writeHead(204).end()],
  ])('gives no tokens when it %s', async (_what, answerWith) => {
    answer = answerWith
    expect((await finish(5000)).fault).toBe('provider_refused')
  })
})
