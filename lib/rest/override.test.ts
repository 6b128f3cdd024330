import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

const header = 'Vestra-Override-Reason'
const because = (reason: string) => ({ [header]: encodeURIComponent(reason) })
const why = 'Ünterwegs bis Montag.\nShe asked me to. \u{1F3D6}'

describe.each(dialects)('overrides on %s', (dialect) => {
  let api: Api
  let user: Caller
  let admin: Caller
  beforeAll(async () => {
    api = await startApi(dialect)
    user = await api.makePerson('user', { name: 'Grace', userIds: [String(asks.Q1.user_id)] })
    admin = await api.makePerson('admin', { name: 'Ada' })
  })
  afterAll(() => api.close())

  const contextOf = async (id: string, by: Caller) =>
    (await api.call('GET', `/v1/interactions/${id}?include=context`, { by })).body.context
  const answeredRow = async (id: string) =>
    (await api.audit(id)).find(({ action }) => action === 'interaction.answered')?.facts

  verifies('ADM21', "an admin's answer for a user is recorded with its reason, which the user reads too", async () => {
    const { id } = await api.open(asks.Q1)
    expect(await contextOf(id, user)).toMatchObject({ override: null })
    expect((await api.answer(id, { answers: ['Blue'] }, admin, because(why))).status).toBe(200)
    for (const by of [user, admin, api.runtime]) {
      expect(await contextOf(id, by)).toMatchObject({ answered_by: { name: 'Ada' }, override: { reason: why } })
    }
    const listed = (await api.list('?status=resolved&include=context', user)).body.data
    expect(listed.find((item) => item.id === id)?.context).toMatchObject({ override: { reason: why } })
    expect(await answeredRow(id)).toMatchObject({ decision: 'answered', override: { reason: why } })
    expect((await api.read(id, user)).outcome).toEqual({ decision: 'answered', answers: ['Blue'] })
    expect((await api.app.store.verifyAudit()).fault).toBeNull()
  })

  verifies('ADM21 K28', 'without a reason it is an override all the same', async () => {
    for (const [asked, body] of [
      [asks.Q1, { approve: false }],
      [asks.A, { approve: true }],
      [asks.M, { approve: false, message: 'Too dear' }],
    ] as const) {
      const { id } = await api.open(asked)
      expect((await api.answer(id, body, admin)).status).toBe(200)
      expect(await contextOf(id, user)).toMatchObject({ override: { reason: null } })
      expect(await answeredRow(id)).toMatchObject({ override: { reason: null } })
    }
  })

  verifies('ADM21', 'one who answers what is for them, or for the company, overrides nobody', async () => {
    const own = await api.makePerson('admin', { userIds: [String(asks.Q1.user_id)] })
    const opened = await api.call('POST', '/v1/sessions', { by: api.runtime, body: { user_id: asks.Q1.user_id } })
    const { id: sessionId, token } = JSON.parse(opened.text) as { id: string; token: string }
    const session = { id: sessionId, headers: { Authorization: `Bearer ${token}` } }
    for (const [asked, by] of [
      [asks.Q1, session],
      [asks.Q1, user],
      [asks.Q1, own],
      [asks.Q1, api.runtime],
      [{ ...asks.Q1, user_id: undefined }, admin],
    ] as const) {
      const { id } = await api.open(asked)
      const refused = await expectUnchanged(api, id, () => api.answer(id, { answers: ['Blue'] }, by, because(why)))
      expectRefused(refused, 400, 'invalid_request', header)
      expect((await api.answer(id, { answers: ['Blue'] }, by)).status).toBe(200)
      expect(await contextOf(id, api.all)).toMatchObject({ override: null })
      expect(await answeredRow(id)).not.toHaveProperty('override')
    }
  })

  verifies('ADM22', 'a reason has 1 to 500 code points, however they are encoded', async () => {
    const longest = '\u{1F600}'.repeat(500)
    const { id } = await api.open(asks.Q1)
    for (const [value, code] of [
      ['', 'invalid_request'],
      [encodeURIComponent(`${longest}!`), 'invalid_request'],
      ['%', 'invalid_request'],
      ['%zz', 'invalid_request'],
      ['%ff', 'invalid_request'],
      ['%ED%A0%80', 'invalid_request'],
      ['%C0%80', 'invalid_request'],
      ['\u00fcber', 'invalid_request'],
      ['a%00b', 'invalid_text'],
    ] as const) {
      const refused = await expectUnchanged(api, id, () =>
        api.answer(id, { answers: ['Blue'] }, admin, { [header]: value }),
      )
      expect(expectRefused(refused, 400, code, header).message).toContain(header)
    }
    expect((await api.answer(id, { answers: ['Blue'] }, admin, because(longest))).status).toBe(200)
    expect(await contextOf(id, user)).toMatchObject({ override: { reason: longest } })
    const plain = await api.open(asks.Q1)
    expect((await api.answer(plain.id, { approve: false }, admin, { [header]: 'She is away' })).status).toBe(200)
    expect(await contextOf(plain.id, user)).toMatchObject({ override: { reason: 'She is away' } })
  })

  verifies('ADM22', 'the same key replays the same reason, however it is encoded, and refuses another', async () => {
    const { id } = await api.open(asks.Q1)
    const answer = (headers: Record<string, string>) =>
      api.answer(id, { answers: ['Blue'] }, admin, { 'Idempotency-Key': `of ${id}`.replace(' ', '-'), ...headers })
    expect((await answer({ [header]: '%C3%BCber' })).status).toBe(200)
    const replay = await answer({ [header]: '%c3%bcbe%72' })
    expect({ status: replay.status, replayed: replay.headers.get('Idempotent-Replayed') }).toEqual({
      status: 200,
      replayed: 'true',
    })
    expectRefused(await answer(because('another')), 422, 'idempotency_key_reused')
    expectRefused(await answer({}), 422, 'idempotency_key_reused')
  })

  verifies('ADM22', 'an item of a user that nobody may see says nothing of the reason', async () => {
    const { id } = await api.open(asks.Q1)
    const stranger = await api.makePerson('user', { userIds: ['somebody-else'] })
    expectRefused(await api.answer(id, { approve: false }, stranger, because(why)), 404, 'not_found')
  })

  verifies('ADM21', 'a reason that was put under an item later is noticed by the record', async () => {
    const { id } = await api.open(asks.Q1)
    await api.answer(id, { approve: false }, admin, because(why))
    const said = JSON.stringify({ reason: 'Another' })
    for (const override of [null, said]) {
      await api.sql('UPDATE interaction SET override_json = ? WHERE id = ?', override, id)
      expect((await api.app.store.verifyAudit()).fault).toMatchObject({ chain: id })
    }
    await api.sql('UPDATE interaction SET override_json = ? WHERE id = ?', JSON.stringify({ reason: why }), id)
    expect((await api.app.store.verifyAudit()).fault).toBeNull()
  })
})
