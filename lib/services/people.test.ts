import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InteractionError } from '@/lib/interactions/errors'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { systemContext } from './context'
import { acceptSignInLink, checkPassword, describeSignInLink, makeSignInLink, personOfOidc, savePerson } from './people'

const profile = { email: 'Ada@Example.com', name: 'Ada', password: 'correct horse' }

describe.each(dialects)('people on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const linkFor = async (personId: string | null) => {
    const link = new URL(await makeSignInLink(api.app, personId))
    expect(link.pathname).toBe('/sign-in/link')
    expect(link.search).toBe('')
    return link.hash.slice(1)
  }
  const save = (email: string, userIds: string[] = []) =>
    savePerson(systemContext(api.app), { email, role: 'user', userIds })
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => 'accepted',
      (error) => error.code ?? String(error),
    )

  test('of several first-start links one makes the first admin, and then all are void', async () => {
    const tokens = await Promise.all([linkFor(null), linkFor(null), linkFor(null)])
    expect(await describeSignInLink(api.app, tokens[0] ?? '')).toMatchObject({ kind: 'first_admin' })
    const results = await Promise.all(
      tokens.map((token, index) =>
        codeOf(acceptSignInLink(api.app, token, { ...profile, email: `a${index}@b.example` })),
      ),
    )
    expect(results.sort()).toEqual(['accepted', 'link_invalid', 'link_invalid'])
    expect(await codeOf(describeSignInLink(api.app, await linkFor(null)))).toBe('link_invalid')
  })

  test('a link signs in its person once, sets name and password, and is kept only as a hash', async () => {
    const id = await save('grace@example.com')
    const token = await linkFor(id)
    expect(JSON.stringify(await api.sql('SELECT sha256 FROM sign_in_link'))).not.toContain(token)
    expect(await describeSignInLink(api.app, token)).toEqual({
      kind: 'person',
      email: 'grace@example.com',
      name: 'grace',
      has_password: false,
    })
    const tries = await Promise.all(
      [1, 2, 3].map(() => codeOf(acceptSignInLink(api.app, token, { password: 'a long one' }))),
    )
    expect(tries.sort()).toEqual(['accepted', 'link_invalid', 'link_invalid'])
    expect(await checkPassword(api.app, ' GRACE@example.com ', 'a long one', '127.0.0.1')).toBe(id)
  })

  test('a link with an unfit field stays good', async () => {
    const token = await linkFor(await save('eve@example.com'))
    await expect(acceptSignInLink(api.app, token, { password: 'short' })).rejects.toThrow(InteractionError)
    expect(await codeOf(acceptSignInLink(api.app, token, {}))).toBe('accepted')
  })

  test('a link that is old or was never made is void', async () => {
    const token = await linkFor(await save('old@example.com'))
    await api.sql('UPDATE sign_in_link SET expires_at = ?', api.app.store.nowMs() - 1_000)
    for (const each of [token, 'made-up', ''])
      expect(await codeOf(acceptSignInLink(api.app, each, {}))).toBe('link_invalid')
  })

  test('a wrong password and an unknown e-mail are told alike, and guessing is stopped', async () => {
    const id = await save('kay@example.com')
    await acceptSignInLink(api.app, await linkFor(id), { password: 'kay has a long one' })
    const guess = (email: string, password: string) => codeOf(checkPassword(api.app, email, password, '203.0.113.7'))
    expect(await guess('kay@example.com', 'wrong')).toBe('wrong_credentials')
    expect(await guess('nobody@example.com', 'wrong')).toBe('wrong_credentials')
    expect(await guess('kay@example.com', '')).toBe('wrong_credentials')
    await api.sql('UPDATE sign_in_failure SET count = ?', 10)
    expect(await guess('kay@example.com', 'kay has a long one')).toBe('too_many_attempts')
    await api.sql('UPDATE sign_in_failure SET window_start = ?', api.app.store.nowMs() - 3_600_000)
    expect(await guess('kay@example.com', 'kay has a long one')).toBe('accepted')
  })

  test('a person without a password has none that fits', async () => {
    await save('passwordless@example.com')
    for (const password of ['', 'null', 'undefined']) {
      expect(await codeOf(checkPassword(api.app, 'passwordless@example.com', password, '127.0.0.1'))).toBe(
        'wrong_credentials',
      )
    }
  })

  test('an account of the provider is known by its subject, and joined to a person only by a verified e-mail', async () => {
    const account = { issuer: 'https://id.example', name: 'Lin', userIds: [] }
    const known = await save('lin@example.com', ['user-1'])
    const email = 'Lin@example.com'
    const stranger = await personOfOidc(api.app, { ...account, subject: 's1', email, emailVerified: false })
    expect(stranger).not.toBe(known)
    const joined = await personOfOidc(api.app, { ...account, subject: 's2', email, emailVerified: true })
    expect(joined).toBe(known)
    const later = await personOfOidc(api.app, { ...account, subject: 's2', email: null, emailVerified: false })
    expect(later).toBe(known)
    const claimed = await personOfOidc(api.app, {
      ...account,
      subject: 's3',
      email: null,
      emailVerified: false,
      userIds: ['user-9'],
    })
    const rows = await api.sql('SELECT user_id FROM person_user WHERE person_id = ?', claimed)
    expect(rows.map(({ user_id }) => user_id)).toEqual(['user-9'])
  })
})
