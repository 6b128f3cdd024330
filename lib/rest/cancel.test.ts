import { afterAll, beforeAll, describe, expect } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { type Api, type Body, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectInteraction, expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

const byCompany = 'Withdrawn by the company.'

describe.each(dialects)('withdrawing on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const settle = (item: Body, by: Caller, headers: Record<string, string> = {}) =>
    api.call('POST', `/v1/interactions/${item.id}/settle`, { by, headers })

  for (const { kind, type, form } of forms.filter(({ kind }) => kind !== 'plan_limit')) {
    verifies(
      'R83 R85 R87 T11 R56 A7',
      `${kind} as ${type}: cancel answers with the whole object, withdrawn`,
      async () => {
        const { digest: _digest, ...created } = await api.open(form.example)
        const { status, body } = await api.cancel(created.id, { reason: 'we changed our mind' })
        expect(status).toBe(200)
        expectInteraction(body)
        expect(body).toEqual({
          ...created,
          status: 'cancelled',
          outcome: { decision: 'cancelled', reason: 'we changed our mind' },
          resolved_at: body.resolved_at,
        })
        expect(await api.read(created.id)).toEqual(body)
        const events = await api.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', created.id)
        expect(events.map((event) => event.type)).toEqual(['interaction.created', 'interaction.cancelled'])
      },
    )
  }

  verifies('B88 R84 A36', 'without a reason the reason is "Withdrawn by the company."', async () => {
    const ways = [
      {},
      { body: {} },
      { headers: { 'Content-Type': 'application/json' } },
      { headers: { 'Content-Type': 'text/plain' } },
      { raw: '', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      { raw: ' {\n} ' },
      { raw: '\ufeff{}' },
    ]
    for (const way of ways) {
      const { id } = await api.open(asks.A)
      const answer = await api.call('POST', `/v1/interactions/${id}/cancel`, { by: api.runtime, ...way })
      expect(answer.status).toBe(200)
      expect(answer.body.outcome).toEqual({ decision: 'cancelled', reason: byCompany })
    }
  })

  verifies('R84 A29', 'a reason has 1 to 500 code points', async () => {
    for (const reason of ['x', '\u{1F600}'.repeat(500)]) {
      const { id } = await api.open(asks.A)
      expect((await api.cancel(id, { reason })).body.outcome?.reason).toBe(reason)
    }
  })

  verifies('B89 A18 T15', 'cancelling again is 200, keeps the first reason and makes no event', async () => {
    const { id } = await api.open(asks.A)
    const first = (await api.cancel(id, { reason: 'first' })).body
    const again = await expectUnchanged(api, id, () => api.cancel(id, { reason: 'second' }))
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first)
  })

  verifies('B89 A18 T16', 'cancelling what was answered or ran out is refused', async () => {
    const answered = await api.open(asks.A)
    await api.answer(answered.id, { approve: false })
    expectRefused(await expectUnchanged(api, answered.id, () => api.cancel(answered.id)), 409, 'already_resolved')
    const late = await api.open(asks.A)
    await api.runOut(late.id)
    expectRefused(await api.cancel(late.id), 409, 'expired')
    expect((await api.read(late.id)).status).toBe('expired')
  })

  verifies('K12 T12 D19.1', 'the asker withdraws its own item, and the default reason says so', async () => {
    const { id } = await api.open(asks.A, api.ask)
    const { body } = await api.cancel(id, undefined, api.ask)
    expect(body.outcome).toEqual({ decision: 'cancelled', reason: 'Withdrawn by the agent.' })
    const other = await api.open(asks.A, api.ask)
    expect((await api.cancel(other.id, { reason: 'no need' }, api.ask)).body.outcome?.reason).toBe('no need')
  })

  verifies(
    'K2 D18.1 C3',
    "another agent's item does not exist for the asker, a renewed key of the same agent has it",
    async () => {
      const stranger = await api.makeKey('ask', { agent: 'Stranger' })
      const renewed = await api.makeKey('ask', { agent: 'Concierge', name: 'next year' })
      const { id } = await api.open(asks.A, api.ask)
      expectRefused(await expectUnchanged(api, id, () => api.cancel(id, undefined, stranger)), 404, 'not_found')
      expect((await api.cancel(id, undefined, renewed)).status).toBe(200)
    },
  )

  verifies('B79 A5 R35 T11 D18.3', 'a plan limit is read_only for every key but the one that asked', async () => {
    const asker = await api.makeKey('all', { name: 'the asker' })
    const item = await api.open(asks.PL, asker)
    expect(item).toMatchObject({ kind: 'plan_limit', type: 'approval', expires_at: null })
    for (const by of [api.runtime, api.all]) {
      const answer = await expectUnchanged(api, item.id, () => api.cancel(item.id, undefined, by))
      expectRefused(answer, 409, 'read_only')
    }
    expectRefused(await settle(item, api.all), 409, 'read_only')
    expectRefused(await settle(item, api.runtime), 403, 'insufficient_scope')
    expect((await api.cancel(item.id, undefined, asker)).body.status).toBe('cancelled')
  })

  verifies('D18.3 K12 T12', 'a plan limit that an agent asked belongs to all keys of that agent', async () => {
    const sameAgent = await api.makeKey('all', { agent: 'Concierge' })
    const item = await api.open(asks.PL, api.ask)
    expect((await api.cancel(item.id, undefined, sameAgent)).status).toBe(200)
    const next = await api.open(asks.PL, sameAgent)
    expect((await settle(next, api.ask)).body.status).toBe('resolved')
  })

  verifies('K12 T10 R56', 'its asker settles a plan limit as approved, once', async () => {
    const { digest: _digest, ...item } = await api.open(asks.PL, api.ask)
    const { status, body } = await settle(item as Body, api.ask)
    expect(status).toBe(200)
    expectInteraction(body)
    expect(body).toEqual({
      ...item,
      status: 'resolved',
      outcome: { decision: 'approved' },
      resolved_at: body.resolved_at,
    })
    expectRefused(await settle(body, api.ask), 409, 'already_resolved')
    const withdrawn = await api.open(asks.PL, api.ask)
    await api.cancel(withdrawn.id, undefined, api.ask)
    expectRefused(await settle(withdrawn, api.ask), 409, 'already_cancelled')
  })

  verifies('K12', 'nothing but a plan limit can be settled', async () => {
    for (const asked of [asks.A, asks.M, asks.Q1, asks.HO, asks.CN, asks.TC]) {
      const item = await api.open(asked, api.ask)
      expectRefused(await expectUnchanged(api, item.id, () => settle(item, api.ask)), 400, 'answer_mismatch')
    }
  })

  verifies('T16 T11', 'of cancel and answer at once one counts', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await api.open(asks.A)
      const [answered, cancelled] = await Promise.all([api.answer(id, { approve: true }), api.cancel(id)])
      const read = await api.read(id)
      expectInteraction(read)
      if (read.status === 'resolved') {
        expect(answered.status).toBe(200)
        expectRefused(cancelled, 409, 'already_resolved')
      } else {
        expect(cancelled.status).toBe(200)
        expectRefused(answered, 409, 'already_cancelled')
      }
    }
  })
})
