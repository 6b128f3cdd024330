import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Body, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectInteraction } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('conversations and tasks on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const post = (target: string, body: unknown, by: Caller = api.all, headers: Record<string, string> = {}) =>
    api.call('POST', target, { by, body, headers })
  const make = async (target: string, body: unknown, by?: Caller): Promise<Body> => {
    const answer = await post(target, body, by)
    expect(answer.status).toBe(201)
    return answer.body
  }
  const ask = (place: Record<string, unknown>, by: Caller = api.all) =>
    post('/v1/interactions', { ...asks.A, ...place }, by)

  verifies('K15 D18.12 C33 C32', 'a conversation and a task are opened with 201 and say what they are', async () => {
    const conversation = await make('/v1/conversations', { user_id: 'ada', external_id: 'chat-1' })
    expect(conversation).toEqual({
      object: 'conversation',
      id: expect.stringMatching(/^conv_[0-9a-z]{26}$/),
      user_id: 'ada',
      external_id: 'chat-1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(await make('/v1/tasks', { user_id: 'ada', conversation_id: conversation.id, title: 'Trip' })).toEqual({
      object: 'task',
      id: expect.stringMatching(/^task_[0-9a-z]{26}$/),
      user_id: 'ada',
      conversation_id: conversation.id,
      title: 'Trip',
      external_id: null,
      status: 'open',
      created_at: expect.any(String),
      ended_at: null,
    })
  })

  verifies('D18.12 K1 D19.1', 'ask and all keys open them, runtime keys and people do not', async () => {
    const admin = await api.makePerson('admin')
    for (const target of ['/v1/conversations', '/v1/tasks']) {
      for (const by of [api.ask, api.all]) expect((await post(target, { user_id: 'ada' }, by)).status).toBe(201)
      for (const by of [api.runtime, admin]) {
        expectRefused(await post(target, { user_id: 'ada' }, by), 403, 'insufficient_scope')
      }
    }
  })

  verifies('K15 K16 D18.11', 'external_id gives the same one again, and other content is a conflict', async () => {
    for (const target of ['/v1/conversations', '/v1/tasks']) {
      const first = await make(target, { user_id: 'ada', external_id: 'same' })
      const again = await post(target, { external_id: 'same', user_id: 'ada' })
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first)
      expectRefused(
        await post(target, { user_id: 'bob', external_id: 'same' }),
        409,
        'external_id_conflict',
        'external_id',
      )
      const ofOtherAgent = await make(target, { user_id: 'bob', external_id: 'same' }, api.ask)
      expect(ofOtherAgent.id).not.toBe(first.id)
    }
  })

  verifies('K13 R30 R31', 'an item without a task gets one of its own, a tool call gets none', async () => {
    const first = (await ask({ user_id: 'ada' })).body
    const second = (await ask({ user_id: 'ada' })).body
    expect(first.task_id).toMatch(/^task_/)
    expect(second.task_id).not.toBe(first.task_id)
    expect(first.conversation_id).toBeNull()
    expect(await api.open(asks.TC)).toMatchObject({ task_id: null, conversation_id: null })
  })

  verifies(
    'K13 K14 R30 R31',
    'an item is placed where it is asked for, and a task brings its conversation',
    async () => {
      const conversation = await make('/v1/conversations', { user_id: 'ada' })
      const task = await make('/v1/tasks', { user_id: 'ada', conversation_id: conversation.id })
      const both = { task_id: task.id, conversation_id: conversation.id }
      expect((await ask({ user_id: 'ada', ...both })).body).toMatchObject(both)
      expect((await ask({ user_id: 'ada', task_id: task.id })).body).toMatchObject(both)
      expect((await ask({ user_id: 'ada', task_id: task.id, conversation_id: null })).body).toMatchObject(both)
      const fresh = (await ask({ user_id: 'ada', conversation_id: conversation.id })).body
      expect(fresh.conversation_id).toBe(conversation.id)
      expect(fresh.task_id).not.toBe(task.id)
      expect(await api.open({ ...asks.TC, user_id: 'ada', task_id: task.id })).toMatchObject(both)
      expect((await api.list(`?task_id=${fresh.task_id}`)).body.data).toHaveLength(1)
    },
  )

  verifies(
    'K14 B90',
    'a task or conversation that does not fit the user, the pair or the mode is refused',
    async () => {
      const [ofAda, other] = [
        await make('/v1/conversations', { user_id: 'ada' }),
        await make('/v1/conversations', { user_id: 'ada' }),
      ]
      const task = await make('/v1/tasks', { user_id: 'ada', conversation_id: ofAda.id })
      const bare = await make('/v1/tasks', { user_id: 'ada' })
      const live = await api.makeKey('all', { mode: 'live' })
      const tries: [Record<string, unknown>, string][] = [
        [{ user_id: 'bob', task_id: task.id }, 'task_id'],
        [{ user_id: null, task_id: task.id }, 'task_id'],
        [{ user_id: 'bob', conversation_id: ofAda.id }, 'conversation_id'],
        [{ user_id: 'ada', task_id: task.id, conversation_id: other.id }, 'task_id'],
        [{ user_id: 'ada', task_id: bare.id, conversation_id: ofAda.id }, 'task_id'],
        [{ user_id: 'ada', task_id: 'task_unknown' }, 'task_id'],
        [{ user_id: 'ada', conversation_id: 'conv_unknown' }, 'conversation_id'],
      ]
      for (const [place, param] of tries) expectRefused(await ask(place), 400, 'invalid_request', param)
      expectRefused(await ask({ user_id: 'ada', task_id: task.id }, live), 400, 'invalid_request', 'task_id')
      expectRefused(await ask({ user_id: 'ada', task_id: task.id }, api.ask), 400, 'invalid_request', 'task_id')
      expectRefused(
        await post('/v1/tasks', { user_id: 'bob', conversation_id: ofAda.id }),
        400,
        'invalid_request',
        'conversation_id',
      )
    },
  )

  verifies('K15 T13 D18.12', 'the end of a task withdraws what waits in it and nothing else', async () => {
    const task = await make('/v1/tasks', { user_id: 'ada' }, api.ask)
    const place = { user_id: 'ada', task_id: task.id }
    const waiting = (await ask(place, api.ask)).body
    const call = await api.open({ ...asks.TC, ...place }, api.ask)
    const answered = (await ask(place, api.ask)).body
    await api.answer(answered.id, { approve: true })
    const apart = (await ask({ user_id: 'ada' }, api.ask)).body
    const ended = await post(`/v1/tasks/${task.id}/end`, undefined, api.ask)
    expect(ended.status).toBe(200)
    expect(ended.body).toEqual({ ...task, status: 'ended', ended_at: expect.any(String) })
    for (const { id } of [waiting, call]) {
      const read = await api.read(id)
      expectInteraction(read)
      expect(read.outcome).toEqual({ decision: 'cancelled', reason: 'The task ended.' })
    }
    expect((await api.read(answered.id)).status).toBe('resolved')
    expect((await api.read(apart.id)).status).toBe('pending')
    expectRefused(await ask(place, api.ask), 400, 'invalid_request', 'task_id')
    expect((await post(`/v1/tasks/${task.id}/end`, {}, api.ask)).body).toEqual(ended.body)
  })

  verifies('T13 A35 A34', 'an item of the task that ran out first stays expired', async () => {
    const task = await make('/v1/tasks', { user_id: 'ada' })
    const late = (await ask({ user_id: 'ada', task_id: task.id })).body
    await api.runOut(late.id)
    expect((await post(`/v1/tasks/${task.id}/end`, undefined)).status).toBe(200)
    expect((await api.read(late.id)).status).toBe('expired')
  })

  verifies('K15 C3 D19.1', "a task that is another agent's, of another mode or none is 404", async () => {
    const task = await make('/v1/tasks', { user_id: 'ada' })
    const live = await api.makeKey('all', { mode: 'live' })
    expectRefused(await post(`/v1/tasks/${task.id}/end`, undefined, api.ask), 404, 'not_found')
    expectRefused(await post(`/v1/tasks/${task.id}/end`, undefined, live), 404, 'not_found')
    expectRefused(await post('/v1/tasks/task_unknown/end', undefined), 404, 'not_found')
    expectRefused(await post('/v1/tasks/int_1/end', undefined), 404, 'not_found')
    expectRefused(await post(`/v1/tasks/${task.id}/end`, undefined, api.runtime), 403, 'insufficient_scope')
  })

  verifies('K15 K16 C8', 'an Idempotency-Key makes each of the three safe to send again', async () => {
    const again = { 'Idempotency-Key': 'once' }
    for (const target of ['/v1/conversations', '/v1/tasks']) {
      const by = await api.makeKey('ask', { agent: target })
      const first = await post(target, { user_id: 'ada' }, by, again)
      const second = await post(target, { user_id: 'ada' }, by, again)
      expect([second.status, second.text]).toEqual([201, first.text])
      expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    }
    const by = await api.makeKey('ask', { agent: 'ends a task' })
    const task = await make('/v1/tasks', { user_id: 'ada' }, by)
    const first = await post(`/v1/tasks/${task.id}/end`, undefined, by, again)
    const second = await post(`/v1/tasks/${task.id}/end`, undefined, by, again)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  })

  const refusals: {
    ids: string
    target: string
    body: unknown
    code: 'invalid_request' | 'unknown_parameter'
    param: string
  }[] = [
    { ids: 'K26', target: '/v1/tasks', body: { user_id: ' ada' }, code: 'invalid_request', param: 'user_id' },
    { ids: 'K26', target: '/v1/conversations', body: { user_id: '' }, code: 'invalid_request', param: 'user_id' },
    { ids: 'A22', target: '/v1/tasks', body: { userId: 'ada' }, code: 'unknown_parameter', param: 'userId' },
    { ids: 'A22', target: '/v1/conversations', body: { title: 'x' }, code: 'unknown_parameter', param: 'title' },
    { ids: 'K15', target: '/v1/tasks', body: { title: 'x'.repeat(201) }, code: 'invalid_request', param: 'title' },
    {
      ids: 'K14',
      target: '/v1/tasks',
      body: { conversation_id: '42' },
      code: 'invalid_request',
      param: 'conversation_id',
    },
  ]
  for (const { ids, target, body, code, param } of refusals) {
    verifies(ids, `POST ${target} with ${JSON.stringify(body).slice(0, 50)} is ${code}`, async () => {
      expectRefused(await post(target, body), 400, code, param)
    })
  }

  verifies('A22', 'what has no body refuses one that says something', async () => {
    const task = await make('/v1/tasks', { user_id: 'ada' }, api.ask)
    const end = await post(`/v1/tasks/${task.id}/end`, { reason: 'done' }, api.ask)
    expectRefused(end, 400, 'unknown_parameter', 'reason')
    const limit = await api.open(asks.PL, api.ask)
    const settle = await post(`/v1/interactions/${limit.id}/settle`, { approve: false }, api.ask)
    expectRefused(settle, 400, 'unknown_parameter', 'approve')
  })
})
