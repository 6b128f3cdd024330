import path from 'node:path'
import { expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { OAuth2Server } from 'oauth2-mock-server'
import { firstStart, type Server, test, verifies } from '@/e2e/server'
import { apiAt, asks } from './api'
import { openJar } from './cookies'

test.describe.configure({ timeout: 90_000 })

const password = 'correct horse battery'
const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1)

function sql(server: Server, text: string, ...params: (string | number)[]): Record<string, unknown>[] {
  const db = new Database(path.join(server.dataDir, 'vestra.db'), { timeout: 5_000 })
  try {
    const statement = db.prepare<unknown[], Record<string, unknown>>(text)
    if (statement.reader) return statement.all(...params)
    statement.run(...params)
    return []
  } finally {
    db.close()
  }
}

/** A person with a password, signed in by their link. */
async function join(server: Server, email: string, ...options: string[]) {
  const { stdout } = await server.admin('person', '--email', email, ...options)
  const jar = openJar(server.url)
  expect(await jar.signIn('link', { token: tokenOf(stdout), password })).toMatchObject({ status: 200, error: null })
  return jar
}

verifies('D19.9 D19.15', 'the first link makes the first admin, once', async ({ servers }) => {
  const server = await servers.start()
  const { link, key } = await firstStart(server)
  const token = tokenOf(link)
  const describeLink = async () => {
    const response = await openJar(server.url).ask('/api/sign-in-link', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    return { status: response.status, body: await response.json() }
  }
  expect(await describeLink()).toEqual({
    status: 200,
    body: { kind: 'first_admin', email: null, name: null, has_password: false },
  })

  const jar = openJar(server.url)
  const whole = { token, email: 'Ada@Example.com', name: 'Ada', password }
  for (const unfit of [{ email: '' }, { name: '' }, { password: '' }, { password: 'short' }, { email: 'nobody' }]) {
    expect(await jar.signIn('link', { ...whole, ...unfit })).toMatchObject({ status: 401, error: 'invalid_request' })
  }
  expect((await jar.list()).status).toBe(401)

  expect(await jar.signIn('link', whole)).toMatchObject({ status: 200, error: null })
  const { body: item } = await apiAt(server.url, key).open()
  expect(await jar.list()).toEqual({ status: 200, code: undefined, ids: [item.id] })
  expect(sql(server, 'SELECT email, name, role FROM person')).toEqual([
    { email: 'ada@example.com', name: 'Ada', role: 'admin' },
  ])

  expect(await openJar(server.url).signIn('link', whole)).toMatchObject({ status: 401, error: 'link_invalid' })
  expect((await describeLink()).status).toBe(404)
  await server.stop()
  const again = await servers.start({ dataDir: server.dataDir, port: server.port })
  expect((await jar.list()).status).toBe(200)
  expect(again.output()).not.toContain('/sign-in/link#')
})

test('of two who open the first link at once one becomes the admin', async ({ servers }) => {
  const server = await servers.start()
  const token = tokenOf((await firstStart(server)).link)
  const tries = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      openJar(server.url).signIn('link', { token, email: `${name}@example.com`, name, password }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect(sql(server, 'SELECT role FROM person')).toEqual([{ role: 'admin' }])
})

test('the first admin may be a person whom the operator has added before', async ({ servers }) => {
  const server = await servers.start()
  await server.admin('person', '--email', 'ada@example.com', '--user-id', 'traveller-42')
  const { link } = await firstStart(server)
  const jar = openJar(server.url)
  const fields = { token: tokenOf(link), email: 'ada@example.com', name: 'Ada', password }
  expect(await jar.signIn('link', fields)).toMatchObject({ status: 200, error: null })
  expect((await jar.list()).status).toBe(200)
  const other = openJar(server.url)
  expect(await other.signIn('password', { email: 'ada@example.com', password })).toMatchObject({ status: 200 })
})

verifies('K28', 'a link of the operator signs a person in once, and sets a password', async ({ servers }) => {
  const server = await servers.start()
  const { key } = await firstStart(server)
  const api = apiAt(server.url, key)
  const { body: own } = await api.open()
  await api.open({ ...asks.approval, user_id: 'somebody-else' })
  const { stdout: link } = await server.admin('person', '--email', 'ada@example.com', '--user-id', 'traveller-42')

  const jar = openJar(server.url)
  expect(await jar.signIn('link', { token: tokenOf(link), password })).toMatchObject({ status: 200, error: null })
  expect(await jar.list()).toEqual({ status: 200, code: undefined, ids: [own.id] })
  for (const token of [tokenOf(link), 'none', '']) {
    expect(await openJar(server.url).signIn('link', { token })).toMatchObject({ status: 401, error: 'link_invalid' })
  }

  const second = openJar(server.url)
  expect(await second.signIn('password', { email: ' ADA@example.com ', password })).toMatchObject({ status: 200 })
  expect((await second.list()).status).toBe(200)
  for (const [email, wrong] of [
    ['ada@example.com', 'correct horse batterz'],
    ['ada@example.com', ''],
    ['nobody@example.com', password],
  ] as const) {
    const answer = await openJar(server.url).signIn('password', { email, password: wrong })
    expect(answer).toMatchObject({ status: 401, error: 'wrong_credentials' })
  }
  const elsewhere = await second.signIn('password', {
    email: 'ada@example.com',
    password,
    callbackUrl: 'https://evil.example.com/',
  })
  expect(new URL(elsewhere.url).origin).toBe(server.url)
})

test('ten wrong passwords close the door for that e-mail, also to the right one, for a quarter of an hour', async ({
  servers,
}) => {
  const server = await servers.start()
  await join(server, 'ada@example.com')
  await join(server, 'bob@example.com')
  const attempt = (email: string, tried: string) => openJar(server.url).signIn('password', { email, password: tried })
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => attempt('ada@example.com', `guess number ${n}`)),
  )
  const errors = guesses.map(({ error }) => error)
  expect(errors.filter((error) => error === 'wrong_credentials').length).toBeLessThanOrEqual(10)
  expect(errors.filter((error) => error === 'too_many_attempts').length).toBeGreaterThanOrEqual(4)
  const late = { status: 401, error: 'too_many_attempts' }
  expect(await attempt('ada@example.com', password)).toMatchObject(late)
  expect(await attempt('Ada@Example.com', password)).toMatchObject(late)
  expect(await attempt('bob@example.com', password)).toMatchObject({ status: 200 })

  const quarterMs = 15 * 60_000
  sql(server, `UPDATE sign_in_failure SET window_start = window_start - ?`, quarterMs)
  expect(await attempt('ada@example.com', password)).toMatchObject({ status: 200 })
})

test('guesses over many e-mails close the door for their address, which nobody can make up', async ({ servers }) => {
  const server = await servers.start()
  await join(server, 'ada@example.com')
  const jar = openJar(server.url)
  const spoofed = { 'X-Vestra-Address': '203.0.113.7', 'X-Forwarded-For': '203.0.113.8' }
  await jar.ask('/api/auth/csrf')
  const { csrfToken } = (await (await jar.ask('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, json: 'true', email: 'nobody@example.com', password: 'wrong password' })
  await jar.ask('/api/auth/callback/password', { method: 'POST', body, headers: spoofed })
  const subjects = sql(server, `SELECT subject, count FROM sign_in_failure WHERE subject LIKE 'address:%'`)
  expect(subjects).toEqual([{ subject: 'address:127.0.0.1', count: 1 }])
  sql(server, `UPDATE sign_in_failure SET count = 50 WHERE subject = 'address:127.0.0.1'`)
  expect(await jar.signIn('password', { email: 'ada@example.com', password })).toMatchObject({
    error: 'too_many_attempts',
  })
})

verifies('D19.15', 'sign-out ends the session at once, also for who kept the cookie', async ({ servers }) => {
  const server = await servers.start()
  const jar = await join(server, 'ada@example.com', '--role', 'admin')
  expect((await jar.list()).status).toBe(200)
  const kept = new Map(jar.cookies)
  expect((await jar.signOut()).status).toBe(200)
  expect(await jar.list()).toMatchObject({ status: 401, code: 'unauthenticated' })
  for (const [name, value] of kept) jar.cookies.set(name, value)
  expect(await jar.list()).toMatchObject({ status: 401, code: 'session_expired' })
})

verifies(
  'D19.15',
  'a session that ran out or whose person was removed is session_expired at once',
  async ({ servers }) => {
    const server = await servers.start()
    const first = await join(server, 'ada@example.com', '--role', 'admin')
    sql(server, 'UPDATE person_session SET expires_at = ?', Date.now() - 1)
    expect(await first.list()).toMatchObject({ status: 401, code: 'session_expired' })

    const second = await join(server, 'bob@example.com', '--role', 'admin')
    expect((await second.list()).status).toBe(200)
    sql(server, `UPDATE person SET removed_at = ? WHERE email = 'bob@example.com'`, Date.now())
    expect(await second.list()).toMatchObject({ status: 401, code: 'session_expired' })
    const again = await openJar(server.url).signIn('password', { email: 'bob@example.com', password })
    expect(again).toMatchObject({ status: 401, error: 'wrong_credentials' })
  },
)

test('a cookie that was made with another secret, or changed, is nobody', async ({ servers }) => {
  const server = await servers.start()
  const jar = await join(server, 'ada@example.com')
  const [name, value] = [...jar.cookies].find(([each]) => each.endsWith('session-token')) ?? ['', '']
  jar.cookies.set(name, `${value.slice(0, -3)}abc`)
  expect(await jar.list()).toMatchObject({ status: 401, code: 'unauthenticated' })
  const other = await servers.start({ env: { NEXTAUTH_SECRET: 'another secret, that is long enough' } })
  const theirs = openJar(other.url)
  theirs.cookies.set(name, value)
  expect(await theirs.list()).toMatchObject({ status: 401 })
})

test.describe('an identity provider', () => {
  let provider: OAuth2Server
  let claims: Record<string, unknown>

  test.beforeEach(async () => {
    provider = new OAuth2Server()
    await provider.issuer.keys.generate('RS256')
    await provider.start(0, '127.0.0.1')
    provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
      Object.assign(token.payload, claims)
    })
    provider.service.on('beforeUserinfo', (response: { body: Record<string, unknown> }) => {
      Object.assign(response.body, claims)
    })
  })
  test.afterEach(() => provider.stop())

  const settings = () => ({
    OIDC_ISSUER: provider.issuer.url ?? '',
    OIDC_CLIENT_ID: 'inbox',
    OIDC_CLIENT_SECRET: 'a secret of the client',
    OIDC_USER_ID_CLAIM: 'vestra_users',
  })

  const peopleOf = (server: Server) =>
    sql(
      server,
      `SELECT p.email, p.name, p.role, (SELECT group_concat(user_id) FROM (SELECT user_id FROM person_user WHERE person_id = p.id ORDER BY user_id)) AS users
       FROM person p ORDER BY p.created_at, p.id`,
    )

  verifies('K27', 'makes a person of a new account, with the user ids of the claim', async ({ servers }) => {
    const server = await servers.start({ env: settings() })
    const api = apiAt(server.url, (await firstStart(server)).key)
    const { body: own } = await api.open()
    await api.open({ ...asks.approval, user_id: 'somebody-else' })
    claims = { sub: 'u1', email: 'Ada@Example.com', email_verified: true, name: 'Ada', vestra_users: ['traveller-42'] }
    const jar = openJar(server.url)
    expect(await jar.signInByOidc()).toBe(`${server.url}/`)
    expect(await jar.list()).toEqual({ status: 200, code: undefined, ids: [own.id] })
    expect(peopleOf(server)).toEqual([{ email: 'ada@example.com', name: 'Ada', role: 'user', users: 'traveller-42' }])
    expect(sql(server, 'SELECT method FROM person_session')).toEqual([{ method: 'oidc' }])

    claims = { ...claims, email: 'moved@example.com', vestra_users: 'another' }
    expect(await openJar(server.url).signInByOidc()).toBe(`${server.url}/`)
    expect(peopleOf(server)).toHaveLength(1)
    expect(peopleOf(server)[0]).toMatchObject({ email: 'ada@example.com', users: 'another,traveller-42' })
  })

  verifies('K27', 'is believed about a verified e-mail, and not about an unverified one', async ({ servers }) => {
    const server = await servers.start({ env: settings() })
    await server.admin('person', '--email', 'boss@example.com', '--role', 'admin')
    for (const unverified of [false, 'true', undefined]) {
      claims = { sub: `thief ${unverified}`, email: 'boss@example.com', email_verified: unverified, name: 'Thief' }
      await openJar(server.url).signInByOidc()
    }
    const [boss, ...others] = peopleOf(server)
    expect(boss).toMatchObject({ email: 'boss@example.com', name: 'boss', role: 'admin' })
    expect(others).toHaveLength(3)
    for (const other of others) expect(other).toMatchObject({ role: 'user', users: null })
    expect(
      sql(
        server,
        `SELECT count(*) AS n FROM person_session s JOIN person p ON p.id = s.person_id WHERE p.role = 'admin'`,
      ),
    ).toEqual([{ n: 0 }])

    claims = { sub: 'boss', email: 'boss@example.com', email_verified: true, name: 'Boss' }
    const jar = openJar(server.url)
    expect(await jar.signInByOidc()).toBe(`${server.url}/`)
    expect((await jar.list()).status).toBe(200)
    expect(peopleOf(server)).toHaveLength(4)
    expect(
      sql(
        server,
        `SELECT count(*) AS n FROM person_session s JOIN person p ON p.id = s.person_id WHERE p.role = 'admin'`,
      ),
    ).toEqual([{ n: 1 }])
  })

  test('does not bring a removed person back', async ({ servers }) => {
    const server = await servers.start({ env: settings() })
    claims = { sub: 'u1', email: 'ada@example.com', email_verified: true, name: 'Ada', vestra_users: ['traveller-42'] }
    const jar = openJar(server.url)
    await jar.signInByOidc()
    expect((await jar.list()).status).toBe(200)
    sql(server, 'UPDATE person SET removed_at = ?', Date.now())
    for (const sub of ['u1', 'another account']) {
      claims = { ...claims, sub }
      const again = openJar(server.url)
      expect(new URL(await again.signInByOidc()).pathname).toBe('/sign-in')
      expect((await again.list()).status).toBe(401)
    }
    expect(sql(server, 'SELECT removed_at FROM person WHERE removed_at IS NULL')).toEqual([])
  })
})
