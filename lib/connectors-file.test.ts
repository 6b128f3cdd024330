import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { writeConnectors } from '@/lib/testing/provider'
import { ConfigError, readConfig } from './config'

const files: { remove: () => void }[] = []
afterEach(() => {
  for (const { remove } of files.splice(0)) remove()
})

const good = {
  name: 'Google Calendar',
  authorize_url: 'https://accounts.example.com/o/authorize?prompt=consent',
  token_url: 'https://oauth.example.com/token',
  client_id: 'client-1',
  client_secret_env: 'CALENDAR_SECRET',
  scopes: ['calendar.readonly', 'https://example.com/auth/userinfo.email'],
  extra_authorize_params: { access_type: 'offline' },
  token_auth: 'basic',
}

function read(content: unknown, environment: Record<string, string> = {}) {
  const written = writeConnectors(content)
  files.push(written)
  return readConfig({
    NEXTAUTH_SECRET: 'a secret of the tests, long enough',
    CALENDAR_SECRET: 'hush-hush',
    CONNECTORS_FILE: written.file,
    ...environment,
  }).connectors
}

function faultsOf(content: unknown): string[] {
  try {
    read(content)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

test('an app is read with its secret from the environment, and none is read without the setting', () => {
  expect([...read({ googlecalendar: good })]).toEqual([
    [
      'googlecalendar',
      {
        name: 'Google Calendar',
        authorizeUrl: good.authorize_url,
        tokenUrl: good.token_url,
        issuer: null,
        clientId: 'client-1',
        clientSecret: 'hush-hush',
        scopes: good.scopes,
        extraAuthorizeParams: { access_type: 'offline' },
        tokenAuth: 'basic',
      },
    ],
  ])
  expect(read({ googlecalendar: good }, { CONNECTORS_FILE: '' }).size).toBe(0)
})

test('the file of the documentation is a good one', () => {
  const [, example = ''] = readFileSync('examples/connectors.md', 'utf8').match(/```json\n([^`]+)```/) ?? []
  const secrets = { GOOGLE_CLIENT_SECRET: 'hush', GITHUB_CLIENT_SECRET: 'hush' }
  expect([...read(example, secrets).keys()]).toEqual(['googlecalendar', 'github'])
})

test.each<[string, Record<string, unknown>]>([
  ['plain http on this machine', { authorize_url: 'http://localhost:8080/a', token_url: 'http://127.0.0.1:8080/t' }],
  ['a client without a secret, which uses post', { client_secret_env: undefined, token_auth: 'post' }],
  ['a secret in the file', { client_secret_env: undefined, client_secret: 'hush' }],
  ['no scopes', { scopes: [] }],
])('%s is accepted', (_what, change) => {
  expect(faultsOf({ app: { ...good, ...change } })).toEqual([])
})

test.each<[Record<string, unknown>, string]>([
  [{ name: '' }, 'name: must not be empty'],
  [
    { authorize_url: 'accounts.example.com' },
    'authorize_url: must be an address such as https://example.com/authorize',
  ],
  [{ issuer: 'example' }, 'issuer: must be an address such as https://example.com/authorize'],
  [{ token_url: 'http://example.com/t' }, 'token_url: must begin with https:// (http:// for this machine alone)'],
  [{ token_url: 'https://me:pw@example.com/t' }, 'token_url: must hold no user name or password'],
  [{ token_url: 'https://example.com/t#x' }, 'token_url: must hold no fragment'],
  [
    { authorize_url: 'https://example.com/a?state=x' },
    'authorize_url: must not set response_type, client_id, redirect_uri, scope, state, code_challenge, code_challenge_method',
  ],
  [
    { extra_authorize_params: { redirect_uri: 'x' } },
    'extra_authorize_params.redirect_uri: is set by the server itself',
  ],
  [{ scopes: ['two scopes'] }, 'scopes[0]: must be one scope, without spaces or quotes'],
  [{ token_auth: 'jwt' }, 'token_auth: must be basic or post'],
  [{ client_secret: 'x' }, 'client_secret_env: cannot stand beside client_secret'],
  [{ client_secret_env: 'NO_SUCH' }, 'client_secret_env: NO_SUCH is not set in the environment'],
  [
    { client_secret_env: undefined },
    'token_auth: basic needs client_secret or client_secret_env; a client without a secret uses post',
  ],
])('%o stops the start with one line', (change, line) => {
  expect(faultsOf({ app: { ...good, ...change } })).toEqual([`CONNECTORS_FILE: app.${line}`])
})

test('every fault has its line: names, unknown fields and missing ones', () => {
  expect(
    faultsOf({ 'Google Calendar': good, Mixed: good, other: { ...good, scope: 'x', client_id: undefined } }),
  ).toEqual([
    'CONNECTORS_FILE: Google Calendar: must be 1 to 80 letters, digits, ".", "_" or "-", starting with a letter or digit',
    'CONNECTORS_FILE: Mixed: must be in lower case',
    'CONNECTORS_FILE: other.client_id: expected string, received undefined',
    'CONNECTORS_FILE: other: Unrecognized key: "scope"',
  ])
})

test('a file that is not there, or is no JSON, is named, and its content is not', () => {
  expect(faultsOf('{"app": {"client_secret": "hush')).toEqual([expect.stringMatching(/\.json is not valid JSON$/)])
  expect(faultsOf([])).toHaveLength(1)
  expect(() => read({}, { CONNECTORS_FILE: '/no/such/file.json' })).toThrow(
    'CONNECTORS_FILE: /no/such/file.json cannot be read',
  )
})
