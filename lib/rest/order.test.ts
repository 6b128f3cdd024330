import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { ErrorCode } from '@/lib/interactions/errors'
import { type Api, type Body, type Caller, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

/** A request that would succeed, taken apart so that each fault spoils its own part. */
interface Parts {
  method: string
  path: string
  by: Caller
  type: string
  body: Record<string, unknown>
  /** What is done to the text of the body, after all else. */
  spoil: ((text: string) => string)[]
  key: string
}

interface Fault {
  status: number
  code: ErrorCode
  make?(parts: Parts): Partial<Parts>
  /** Spoils an item or a key before the request is sent. */
  prepare?(parts: Parts): Promise<unknown>
}

const nobody: Caller = { id: 'nobody', headers: { Authorization: 'Bearer nonsense' } }

describe('the first fault in the order of checks is the one that is told', () => {
  let api: Api
  let user: Caller
  let made = 0
  beforeAll(async () => {
    api = await startApi('sqlite')
    user = await api.makePerson('user')
  })
  afterAll(() => api.close())

  const send = ({ method, path, by, type, body, spoil, key }: Parts) =>
    api.call(method, path, {
      by,
      raw: spoil.reduce((text, each) => each(text), JSON.stringify(body)),
      headers: { 'Content-Type': type, 'Idempotency-Key': key },
    })
  const parts = (path: string, by: Caller, body: Record<string, unknown>): Parts => ({
    method: 'POST',
    path,
    by,
    type: 'application/json',
    body,
    spoil: [],
    key: `order-${++made}`,
  })
  const idOf = ({ path }: Parts) => path.split('/')[3] ?? ''

  /** What is looked at before the meaning of the body, in this order, on every call that takes one. */
  const form: Fault[] = [
    { status: 405, code: 'method_not_allowed', make: () => ({ method: 'PUT' }) },
    { status: 401, code: 'invalid_credentials', make: () => ({ by: nobody }) },
    { status: 403, code: 'insufficient_scope', make: (each) => ({ by: wrongScope(each.path) }) },
    {
      status: 404,
      code: 'not_found',
      make: (each) => ({ path: each.path.replace(/(int|call)_\w+/, '$1_unknown') }),
    },
    { status: 415, code: 'unsupported_media_type', make: () => ({ type: 'text/plain' }) },
    {
      status: 413,
      code: 'body_too_large',
      make: (each) => ({ spoil: [...each.spoil, (text) => `${text}${' '.repeat(2 * 1024 * 1024)}`] }),
    },
    { status: 400, code: 'invalid_json', make: (each) => ({ spoil: [(text) => `${text}}`, ...each.spoil] }) },
    {
      status: 400,
      code: 'invalid_text',
      make: (each) => ({ spoil: [(text) => text.replace(/^\{/, '{"text":"\\u0000",'), ...each.spoil] }),
    },
    { status: 400, code: 'invalid_idempotency_key', make: () => ({ key: 'two words' }) },
    { status: 400, code: 'unknown_parameter', make: (each) => ({ body: { ...each.body, unknown_field: 1 } }) },
    {
      status: 422,
      code: 'idempotency_key_reused',
      prepare: async ({ by, key }) =>
        api.cancel((await api.open(asks.A)).id, undefined, by, { 'Idempotency-Key': key }),
    },
  ]
  const wrongScope = (path: string) =>
    path.endsWith('/cancel') ? user : path.endsWith('/answer') ? api.ask : api.runtime

  const misfit: Fault = { status: 400, code: 'answer_mismatch', make: () => ({ body: { done: true } }) }
  const cancelled: Fault = { status: 409, code: 'already_cancelled', prepare: (each) => api.cancel(idOf(each)) }
  const answered: Fault = {
    status: 409,
    code: 'already_resolved',
    prepare: (each) => api.answer(idOf(each), { approve: false }),
  }
  const without = (code: ErrorCode, field: string): Fault => ({
    status: 400,
    code,
    make: ({ body: { [field]: _, ...body } }) => ({ body }),
  })

  const answering = (asked: Record<string, unknown>, body: (item: Body) => Record<string, unknown>) => async () => {
    const item = await api.read((await api.open(asked)).id)
    return parts(`/v1/interactions/${item.id}/answer`, api.runtime, body(item))
  }

  const calls: { name: string; start: () => Promise<Parts>; faults: Fault[] }[] = [
    {
      name: 'an answer in person',
      start: answering(asks.H, ({ nonce }) => ({ approve: true, present_user: true, nonce })),
      faults: [
        ...form,
        cancelled,
        misfit,
        without('present_user_required', 'present_user'),
        without('nonce_required', 'nonce'),
      ],
    },
    {
      name: 'answers to questions',
      start: answering(asks.Q2, () => ({ answers: ['a', 'b'] })),
      faults: [
        ...form.slice(-2),
        cancelled,
        misfit,
        { status: 400, code: 'invalid_answers', make: (each) => ({ body: { ...each.body, answers: ['a'] } }) },
      ],
    },
    {
      name: 'a cancel',
      start: async () => parts(`/v1/interactions/${(await api.open(asks.A)).id}/cancel`, api.runtime, { reason: 'x' }),
      faults: [...form, answered],
    },
    {
      name: 'a cancel of a plan limit',
      start: async () => parts(`/v1/interactions/${(await api.open(asks.PL)).id}/cancel`, api.all, { reason: 'x' }),
      faults: [
        ...form.slice(-2),
        {
          status: 409,
          code: 'already_resolved',
          prepare: (each) => api.call('POST', `/v1/interactions/${idOf(each)}/settle`, { by: api.all }),
        },
        { status: 409, code: 'read_only', make: () => ({ by: api.runtime }) },
      ],
    },
    {
      name: 'an ask',
      start: async () => parts('/v1/interactions', api.all, { ...asks.A }),
      faults: [
        ...form.filter(({ code }) => code !== 'not_found'),
        {
          status: 409,
          code: 'external_id_conflict',
          make: (each) => ({ body: { ...each.body, external_id: each.key } }),
          prepare: ({ by, key }) =>
            api.call('POST', '/v1/interactions', { by, body: { ...asks.A, summary: 'other', external_id: key } }),
        },
      ],
    },
  ]

  for (const { name, start, faults } of calls) {
    verifies('C2', `${name} without a fault succeeds`, async () => {
      expect((await send(await start())).status).toBeLessThan(300)
    })
    for (const [index, fault] of faults.entries()) {
      const later = faults.slice(index + 1)
      verifies(
        'C2 C4 C11 A16 D19.13',
        `${name}: ${fault.code} comes before ${later.map(({ code }) => code).join(', ') || 'success'}`,
        async () => {
          for (const other of [undefined, ...later]) {
            let request = await start()
            for (const each of [other, fault]) request = { ...request, ...each?.make?.(request) }
            for (const each of [other, fault]) await each?.prepare?.(request)
            const answer = await send(request)
            expect([fault.code, other?.code, answer.body.error?.code]).toEqual([fault.code, other?.code, fault.code])
            expectRefused(answer, fault.status, fault.code)
          }
        },
      )
    }
  }

  verifies('A5 A16', 'an answer to an ended plan limit says that it ended', async () => {
    const { id } = await api.open(asks.PL)
    await api.cancel(id)
    expectRefused(await api.answer(id, { approve: true }), 409, 'already_cancelled')
  })

  verifies('D19.13 K28', 'not_their_item comes after the fit and before present user and nonce', async () => {
    const admin = await api.makePerson('admin')
    const { id } = await api.open(asks.H)
    expectRefused(await api.answer(id, { answers: ['x'] }, admin), 400, 'answer_mismatch')
    expectRefused(await api.answer(id, { approve: true }, admin), 403, 'not_their_item')
    expectRefused(await api.answer(id, { approve: true, nonce: 'x' }, admin), 403, 'not_their_item')
    await api.cancel(id)
    expectRefused(await api.answer(id, { approve: true }, admin), 409, 'already_cancelled')
  })

  verifies('D19.13 C25', 'origin_not_allowed comes after the credential and before scope and item', async () => {
    const crossSite = { 'Sec-Fetch-Site': 'cross-site' }
    const person = await api.makePerson('user')
    const scope = await api.cancel('int_unknown', undefined, person, crossSite)
    expectRefused(scope, 403, 'origin_not_allowed')
    const item = await api.answer('int_unknown', { approve: true }, person, crossSite)
    expectRefused(item, 403, 'origin_not_allowed')
    await api.sql('UPDATE person_session SET ended_at = ? WHERE person_id = ?', api.app.store.nowMs(), person.id)
    const credential = await api.cancel('int_unknown', undefined, person, crossSite)
    expectRefused(credential, 401, 'session_expired')
  })

  verifies('B11 B27 C3', 'an item that is not there is told before a parameter that is not known', async () => {
    const answer = await api.call('GET', '/v1/interactions/int_unknown?satus=x', { by: api.all })
    expectRefused(answer, 404, 'not_found')
    const known = await api.call('GET', `/v1/interactions/${(await api.open(asks.A)).id}?satus=x`, { by: api.all })
    expectRefused(known, 400, 'unknown_parameter', 'satus')
  })
})
