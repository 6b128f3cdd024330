import { afterAll, beforeAll, describe, expect } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { expireOverdue } from '@/lib/services/expiry'
import { type Answer, type Api, dialects, startApi } from '@/lib/testing/api'
import { asks, jpegFrame } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('the record on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const actions = async (id: string) => (await api.audit(id)).map(({ action }) => action)
  const requestId = (answer: Answer) => answer.headers.get('X-Request-Id')

  verifies(
    'T1 T3 D18.7',
    'opening and answering leave one line each, with who, how, what was shown and which request',
    async () => {
      const opening = await api.call('POST', '/v1/interactions', { by: api.ask, body: asks.M })
      const { id, digest } = opening.body
      const answering = await api.answer(id, { approve: true, present_user: true }, api.runtime)
      expect(await api.audit(id)).toEqual([
        {
          action: 'interaction.opened',
          actor: { type: 'key', id: api.ask.id },
          channel: 'rest',
          requestId: requestId(opening),
          facts: expect.objectContaining({ address: '127.0.0.1', digest, kind: 'tool_permission', mode: 'test' }),
        },
        {
          action: 'interaction.answered',
          actor: { type: 'key', id: api.runtime.id },
          channel: 'rest',
          requestId: requestId(answering),
          facts: expect.objectContaining({
            address: '127.0.0.1',
            before: 'pending',
            after: 'resolved',
            decision: 'approved',
            present_user: 'claimed',
            digest,
          }),
        },
      ])
    },
  )

  verifies(
    'T4 T5 T6 T7 T8',
    'each kind of answer is recorded by its decision, and says nothing of its content',
    async () => {
      const answers: [Record<string, unknown>, Record<string, unknown>, string][] = [
        [asks.A, { approve: false, message: 'marked-words' }, 'denied'],
        [asks.Q1, { answers: ['marked-words'] }, 'answered'],
        [asks.HOv, { answers: ['marked-words'] }, 'answered'],
        [asks.HO, { could_not: true }, 'denied'],
        [asks.TC, { output: 'marked-words' }, 'answered'],
        [asks.TC, { error: 'marked-words' }, 'answered'],
      ]
      for (const [asked, body, decision] of answers) {
        const { id } = await api.open(asked)
        await api.answer(id, body)
        const record = await api.audit(id)
        expect(record.map(({ action }) => action)).toEqual(['interaction.opened', 'interaction.answered'])
        expect(record.at(-1)?.facts).toMatchObject({ decision, present_user: 'none' })
        expect(JSON.stringify(record)).not.toContain('marked-words')
      }
    },
  )

  verifies(
    'T10 T11 T12 T13',
    'a cancel, a settlement and the end of a task are recorded as what they are',
    async () => {
      const cancelled = await api.open(asks.A)
      await api.cancel(cancelled.id, undefined, api.runtime)
      expect((await api.audit(cancelled.id)).at(-1)).toMatchObject({
        action: 'interaction.cancelled',
        actor: { type: 'key', id: api.runtime.id },
        facts: { before: 'pending', after: 'cancelled', decision: 'cancelled' },
      })
      const limit = await api.open(asks.PL)
      await api.call('POST', `/v1/interactions/${limit.id}/settle`, { by: api.all })
      expect((await api.audit(limit.id)).at(-1)).toMatchObject({
        action: 'interaction.settled',
        facts: { before: 'pending', after: 'resolved', decision: 'approved' },
      })
      const inTask = await api.open(asks.A)
      await api.call('POST', `/v1/tasks/${inTask.task_id}/end`, { by: api.all })
      expect((await api.audit(inTask.id)).at(-1)).toMatchObject({ action: 'interaction.cancelled' })
    },
  )

  verifies('T14', 'the clock is recorded once, as the system, whoever meets it and however often', async () => {
    const { id } = await api.open(asks.A)
    await api.runOut(id)
    await Promise.all([api.read(id), api.read(id), expireOverdue(api.app), api.list()])
    await expireOverdue(api.app)
    const record = await api.audit(id)
    expect(record.map(({ action }) => action)).toEqual(['interaction.opened', 'interaction.expired'])
    expect(record.at(-1)).toMatchObject({
      actor: { type: 'system' },
      channel: 'system',
      facts: { before: 'pending', after: 'expired', decision: 'expired' },
    })
  })

  verifies('T15 A18', 'a repeated cancel is recorded as a repetition', async () => {
    const { id } = await api.open(asks.A)
    await api.cancel(id)
    await api.cancel(id)
    expect(await actions(id)).toEqual(['interaction.opened', 'interaction.cancelled', 'cancel.repeated'])
  })

  verifies('K28', 'the first single read by each person is recorded, and no list and no key', async () => {
    const { id } = await api.open(asks.A)
    const [ada, bob] = [await api.makePerson('user', { userIds: ['traveller-42'] }), await api.makePerson('admin')]
    await api.list('', ada)
    await api.read(id)
    for (const person of [ada, ada, bob, ada, bob]) await api.read(id, person)
    const views = (await api.audit(id)).filter(({ action }) => action === 'interaction.viewed')
    expect(views).toMatchObject([
      { actor: { type: 'person', id: ada.id }, channel: 'inbox' },
      { actor: { type: 'person', id: bob.id }, channel: 'inbox' },
    ])
  })

  verifies(
    'D18.18 T16',
    'refusals about authority or time are recorded with their code, faults of form are not',
    async () => {
      const { id } = await api.open(asks.H, api.ask)
      const yes = { approve: true, present_user: true }
      await api.answer(id, { approve: true })
      await api.answer(id, yes)
      await api.answer(id, { ...yes, nonce: 'wrong' })
      await api.answer(id, { approve: false }, api.ask)
      await api.answer(id, yes, await api.makePerson('admin'))
      for (const body of [{}, { approve: 1 }, { answers: ['x'] }, { unknown: 1 }]) await api.answer(id, body)
      await api.answer('int_unknown', yes)
      await api.cancel(id)
      await api.answer(id, yes)
      const record = await api.audit(id)
      const refused = record.filter(({ action }) => action === 'interaction.refused').map(({ facts }) => facts.code)
      expect(refused).toEqual([
        'present_user_required',
        'nonce_required',
        'nonce_mismatch',
        'insufficient_scope',
        'not_their_item',
        'already_cancelled',
      ])
      expect(JSON.stringify(record)).not.toContain('wrong')
    },
  )

  verifies('D18.18', 'a refused cancel and settlement is recorded too', async () => {
    const limit = await api.open(asks.PL)
    await api.cancel(limit.id, undefined, api.runtime)
    const other = await api.makeKey('all')
    await api.call('POST', `/v1/interactions/${limit.id}/settle`, { by: other })
    await api.cancel(limit.id)
    await api.call('POST', `/v1/interactions/${limit.id}/settle`, { by: api.all })
    const codes = (await api.audit(limit.id)).map(({ action, facts }) => facts.code ?? action)
    expect(codes).toEqual([
      'interaction.opened',
      'read_only',
      'read_only',
      'interaction.cancelled',
      'already_cancelled',
    ])
  })

  const replays: [name: string, asked: Record<string, unknown>, verb: string, body: Record<string, unknown>][] = [
    ['an answer', asks.A, 'answer', { approve: true }],
    ['a cancel', asks.A, 'cancel', {}],
    ['a settlement', asks.PL, 'settle', {}],
  ]
  for (const [name, asked, verb, body] of replays) {
    verifies('C8', `${name} that is replayed is recorded as a replay`, async () => {
      const { id } = await api.open(asked)
      const headers = { 'Idempotency-Key': `record-${id}` }
      for (let time = 0; time < 2; time++) {
        await api.call('POST', `/v1/interactions/${id}/${verb}`, { by: api.all, body, headers })
      }
      expect((await actions(id)).slice(2)).toEqual(['idempotency.replayed'])
    })
  }

  verifies('K1 A39', 'the record names the client that says its name, and the inbox', async () => {
    const channel = async (headers: Record<string, string>) => {
      const { id } = await api.open(asks.A)
      await api.answer(id, { approve: true }, api.all, headers)
      return (await api.audit(id)).at(-1)?.channel
    }
    expect(await channel({})).toBe('rest')
    expect(await channel({ 'Vestra-Client': 'sdk/1.0' })).toBe('sdk')
    expect(await channel({ 'Vestra-Client': 'cli/1.0' })).toBe('cli')
    expect(await channel({ 'Vestra-Client': 'inbox' })).toBe('rest')
    expect(await channel({ 'Vestra-Client': 'system' })).toBe('rest')
  })

  verifies('T1 T3 T11 T14', 'the whole record verifies after all this, and a change to it is found', async () => {
    for (const { form } of forms) await api.open(form.example)
    await api.open({ ...asks.HO, frame: jpegFrame })
    await api.open({ ...asks.fn, arguments: { a: [1.5, -0, 1e21, null], ü: 'ö\u2028\u202e"', password: 'hunter2' } })
    const connection = { user_id: 'connected', app: 'github', status: 'active' }
    await api.call('POST', '/v1/connections', { by: api.runtime, body: connection })
    expect((await api.open({ ...asks.CN, user_id: 'connected', app: 'github' })).status).toBe('resolved')
    const good = await api.app.store.verifyAudit()
    expect(good.fault).toBeNull()
    expect(good.rows).toBeGreaterThan(20)
    const { id } = await api.open(asks.A)
    await api.answer(id, { approve: true })
    await api.sql(`UPDATE audit SET facts_json = replace(facts_json, 'approved', 'denied') WHERE chain = ?`, id)
    expect((await api.app.store.verifyAudit()).fault).toMatchObject({ chain: id, seq: 2 })
  })
})
