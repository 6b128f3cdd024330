import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'
import { systemContext } from './context'
import { endUser } from './end-user'

describe.each(dialects)('a user who is gone, on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  verifies(
    'T13.users',
    'has nothing waiting, no token, no app and nobody who answers; what was decided stays',
    async () => {
      const live = await api.makeKey('all', { mode: 'live', agent: 'Concierge' })
      const ada = await api.makePerson('user', { userIds: ['gone', 'there'] })
      const of = (user_id: string, asked: Record<string, unknown> = asks.A) => ({ ...asked, user_id })
      const waiting = [
        [await api.open(of('gone'), live), live],
        [await api.open(of('gone', asks.TC)), api.all],
        [await api.open(of('gone', asks.PL)), api.all],
      ] as const
      const decided = await api.open(of('gone'))
      await api.answer(decided.id, { approve: true })
      const other = await api.open(of('there'))
      const company = await api.open({ ...asks.A, user_id: null })
      const late = await api.open(of('gone'))
      await api.runOut(late.id)
      const session = await api.call('POST', '/v1/sessions', { by: api.all, body: { user_id: 'gone' } })
      const { token } = session.body as unknown as { token: string }
      await api.call('POST', '/v1/connections', {
        by: api.all,
        body: { user_id: 'gone', app: 'gmail', status: 'active' },
      })
      const link = await api.call('POST', '/v1/users/gone/links', { by: api.all })
      const { url } = link.body as unknown as { url: string }

      expect(await endUser(systemContext(api.app), 'gone')).toBe(3)
      for (const [{ id }, by] of waiting) {
        expect((await api.read(id, by)).outcome).toEqual({ decision: 'cancelled', reason: 'The user was deleted.' })
        expect((await api.audit(id)).at(-1)).toMatchObject({
          action: 'interaction.cancelled',
          actor: { type: 'system' },
        })
      }
      expect((await api.read(decided.id)).outcome?.decision).toBe('approved')
      expect((await api.read(late.id)).status).toBe('expired')
      expect([(await api.read(other.id)).status, (await api.read(company.id)).status]).toEqual(['pending', 'pending'])
      const bearer = { id: '', headers: { Authorization: `Bearer ${token}` } }
      expect((await api.call('GET', `/v1/interactions/${decided.id}`, { by: bearer })).status).toBe(401)
      expect(await api.sql(`SELECT app FROM connection WHERE user_id = 'gone'`)).toEqual([])
      const accepted = { by: ada, body: { token: url.slice(url.indexOf('#') + 1) } }
      expect((await api.call('POST', '/v1/user_links/accept', accepted)).status).toBe(404)
      expect(await api.sql('SELECT user_id FROM person_user WHERE person_id = ?', ada.id)).toEqual([
        { user_id: 'there' },
      ])
      const [row] = await api.sql(`SELECT facts_json FROM audit WHERE action = 'user.deleted'`)
      expect(JSON.parse(String(row?.facts_json))).toMatchObject({ user_id: 'gone', withdrawn: 3 })
      expect(await api.app.store.verifyAudit()).toMatchObject({ fault: null })
    },
  )

  verifies('T13.users', 'must be one that somebody knows', async () => {
    for (const id of ['gone', 'nobody', '', 'x'.repeat(201)]) {
      await expect(endUser(systemContext(api.app), id)).rejects.toMatchObject({
        code: 'invalid_request',
        param: 'user_id',
      })
    }
  })
})
