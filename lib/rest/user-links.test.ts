import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { personOfOidc } from '@/lib/services/people'
import { type Api, type Caller, dialects, origin, startApi } from '@/lib/testing/api'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

let made = 0

describe.each(dialects)('a person and a user, on %s,', (dialect) => {
  let api: Api
  let userId: string

  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())
  beforeEach(() => {
    userId = `user-${++made}`
  })

  const userIdsOf = async (by: Caller) => (await api.app.store.findPerson(by.id))?.userIds
  const linkTo = async (user: string, by: Caller = api.runtime) => {
    const created = await api.call('POST', `/v1/users/${encodeURIComponent(user)}/links`, { by })
    return created.body as unknown as { url: string; expires_at: string; created_at: string }
  }
  const linkToken = ({ url }: { url: string }) => url.split('#')[1] ?? ''
  const atLink = (path: string, token: string, by: Caller) =>
    api.call('POST', `/v1/user_links/${path}`, { by, body: { token } })

  verifies('K27', 'are linked by a one-time link, which looking at does not spend', async () => {
    const link = await linkTo(userId)
    expect(link.url).toMatch(new RegExp(`^${origin}/link#[\\w-]{43}$`))
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(15 * 60_000)
    const token = linkToken(link)
    const ben = await api.makePerson('user')
    for (let looks = 0; looks < 2; looks++) {
      expect((await atLink('describe', token, ben)).body).toEqual({
        object: 'user_link',
        user_id: userId,
        is_linked: false,
        expires_at: link.expires_at,
      })
    }
    expect(await userIdsOf(ben)).toEqual([])
    expect((await atLink('accept', token, ben)).status).toBe(200)
    expect(await userIdsOf(ben)).toEqual([userId])
    for (const path of ['describe', 'accept']) {
      expectRefused(await atLink(path, token, await api.makePerson('user')), 404, 'not_found')
    }
    const again = await atLink('describe', linkToken(await linkTo(userId)), ben)
    expect(again.body).toMatchObject({ is_linked: true })
    const record = await api.audit('deployment')
    expect(record.filter(({ action }) => action === 'user.linked')).toMatchObject([
      { actor: { type: 'person', id: ben.id }, facts: { person: ben.id, user_id: userId } },
    ])
  })

  verifies('K27', 'are not linked by a link that has run out, nor by a key', async () => {
    const token = linkToken(await linkTo(userId))
    expectRefused(await atLink('accept', token, api.all), 403, 'insufficient_scope')
    expectRefused(await atLink('describe', token, api.all), 403, 'insufficient_scope')
    await api.sql('UPDATE user_link SET expires_at = ? WHERE user_id = ?', api.app.store.nowMs() - 1, userId)
    const ben = await api.makePerson('user')
    for (const path of ['describe', 'accept']) expectRefused(await atLink(path, token, ben), 404, 'not_found')
    expect(await userIdsOf(ben)).toEqual([])
    const refused = await api.call('POST', `/v1/users/${userId}/links`, { by: api.ask })
    expectRefused(refused, 403, 'insufficient_scope')
  })

  verifies('K27', 'are linked by an admin, or by a claim of the identity provider', async () => {
    const admin = await api.makePerson('admin')
    const ben = await api.makePerson('user')
    await api.call('PATCH', `/v1/people/${ben.id}`, { by: admin, body: { user_ids: [userId] } })
    expect(await userIdsOf(ben)).toEqual([userId])
    const profile = {
      issuer: 'https://idp.example.com',
      subject: userId,
      email: null,
      emailVerified: false,
      name: 'C',
    }
    const cleo = await personOfOidc(api.app, { ...profile, userIds: [userId, `${userId}b`] })
    expect((await api.app.store.findPerson(cleo))?.userIds).toEqual([userId, `${userId}b`])
  })
})
