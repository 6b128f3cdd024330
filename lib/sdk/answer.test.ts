import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asks } from '@/lib/testing/asks'
import { expectInteraction } from '@/lib/testing/object'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  UnprocessableError,
  Vestra,
  VestraError,
} from './index'

let served: Served
let vestra: Vestra

beforeAll(async () => {
  served = await serveApi()
  vestra = new Vestra({ baseUrl: served.url, apiKey: served.all.secret })
})
afterAll(() => served.close())

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it was not refused'),
    (error) => error,
  )

verifies('R88', 'lists, reads, answers and cancels', async () => {
  const [payment, draft] = [await served.open(asks.M), await served.open(asks.A)]
  const waiting = await vestra.answer.list()
  expect(waiting.data.map(({ id }) => id)).toEqual([draft.id, payment.id])
  for (const item of waiting.data) expectInteraction(item as never)
  expect(await vestra.answer.get(payment.id)).toMatchObject({ id: payment.id, status: 'pending' })
  expect(await vestra.answer(payment.id, { approve: true, present_user: true })).toEqual({
    id: payment.id,
    object: 'interaction',
    type: 'approval',
    status: 'resolved',
  })
  expect(await vestra.answer.cancel(draft.id, { reason: 'Not today.' })).toMatchObject({
    status: 'cancelled',
    outcome: { reason: 'Not today.' },
  })
  const audit = await served.audit(payment.id)
  expect(audit.find(({ action }) => action === 'interaction.answered')?.channel).toBe('sdk')
})

test('a list can be iterated over all its pages', async () => {
  const user_id = 'many'
  const opened = []
  for (let index = 0; index < 5; index++) opened.push((await served.open({ ...asks.A, user_id })).id)
  const seen: string[] = []
  for await (const item of vestra.answer.list({ user_id, limit: 2 })) seen.push(item.id)
  expect(seen).toEqual(opened.reverse())
  const page = await vestra.answer.list({ user_id, limit: 2 })
  expect(page.data).toHaveLength(2)
  const rest = await vestra.answer.list({ user_id, limit: 2, cursor: page.next_cursor ?? '' })
  expect(rest.data[0]?.id).toBe(seen[2])
})

test('JSON text is sent byte for byte', async () => {
  const { id } = await served.open(asks.TC)
  await vestra.answer(id, '{ "output": {"id": 12345678901234567890, "x": 1e400} }')
  expect((await served.result(id)).text).toContain('"output":{"id": 12345678901234567890, "x": 1e400}')
})

verifies('R3', 'address and key come from the environment', async () => {
  vi.stubEnv('VESTRA_BASE_URL', served.url)
  vi.stubEnv('VESTRA_API_KEY', served.runtime.secret)
  const { id } = await served.open(asks.A)
  expect((await new Vestra().answer.get(id)).id).toBe(id)
  vi.unstubAllEnvs()
})

describe('errors have a class, a code and the request id', () => {
  test('400, 404, 409', async () => {
    const { id } = await served.open(asks.M)
    const refused = await caught(vestra.answer(id, { approve: true }))
    expect(refused).toBeInstanceOf(BadRequestError)
    expect(refused).toMatchObject({ status: 400, code: 'present_user_required', param: 'present_user' })
    expect(refused.requestId).toMatch(/^req_/)
    await vestra.answer(id, { approve: false, message: 'too dear' })
    const late = await caught(vestra.answer(id, { approve: false }))
    expect(late).toBeInstanceOf(ConflictError)
    expect(late).toMatchObject({ code: 'already_resolved', details: { decision: 'denied' } })
    expect(await caught(vestra.answer.get('int_none'))).toBeInstanceOf(NotFoundError)
  })

  test('401, 403, 422', async () => {
    const as = (apiKey: string) => new Vestra({ baseUrl: served.url, apiKey })
    expect(await caught(as('vk_test_nobody').answer.list())).toBeInstanceOf(AuthenticationError)
    expect(await caught(as(served.ask.secret).answer.list())).toBeInstanceOf(PermissionDeniedError)
    const [one, other] = [await served.open(asks.A), await served.open(asks.A)]
    const idempotencyKey = 'used-twice'
    await vestra.answer(one.id, { approve: true }, { idempotencyKey })
    const reused = await caught(vestra.answer(other.id, { approve: true }, { idempotencyKey }))
    expect(reused).toBeInstanceOf(UnprocessableError)
  })

  test('no server at all', async () => {
    const nowhere = new Vestra({ baseUrl: 'http://127.0.0.1:1', apiKey: 'vk_test_x' })
    const error = await caught(nowhere.answer('int_1', { approve: true }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toBeInstanceOf(VestraError)
    expect(error).toMatchObject({ status: 0, code: 'connection_failed' })
  })

  test('an answer that is not ours', async () => {
    const page = async () => new Response('<html>', { status: 502 })
    const error = await caught(new Vestra({ baseUrl: served.url, fetch: page }).answer.list())
    expect(error).toMatchObject({ status: 502, code: 'unexpected_response' })
  })
})

test('nothing of a client shows its key', () => {
  expect(JSON.stringify(vestra)).not.toContain(served.all.secret)
})
