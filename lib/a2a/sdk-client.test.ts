import { afterAll, beforeAll, expect, test } from 'vitest'
import { A2A, A2AError, openInteractionOf } from '@/lib/sdk/a2a'
import { bindings, extension, fetchOf } from '@/lib/testing/a2a'
import { type Api, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { driveEveryOperation, everyOperation } from '@/lib/testing/official-client'
import { verifies } from '@/lib/testing/verifies'

let api: Api
beforeAll(async () => {
  api = await startApi('sqlite', { A2A_BLOCKING_SECONDS: '1', A2A_V03: '1' })
})
afterAll(() => api.close())

/** The server through the SDK's fetch, with a key on every request. */
const fetchImpl: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Authorization', api.runtime.headers.Authorization ?? '')
  return fetchOf(api)(input, { ...init, headers })
}

async function rest(path: string, body: unknown) {
  const { status, body: answer, text } = await api.call('POST', path, { by: api.all, body })
  if (status >= 400) throw new Error(text)
  return answer
}

test.each(bindings)('the official client drives every operation over %s', async (binding) => {
  expect(await driveEveryOperation({ url: origin, binding, fetch: fetchImpl, rest })).toEqual(everyOperation)
})

test('a client of 0.3 is served over JSON-RPC where that is turned on', async () => {
  const item = await api.open(asks.A)
  const rpc = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'Content-Type': 'application/json', 'X-A2A-Extensions': extension }
    return (await fetchImpl(`${origin}/a2a/jsonrpc`, { method: 'POST', headers, body })).json()
  }
  expect((await rpc('tasks/get', { id: item.task_id })).result.status).toMatchObject({
    state: 'auth-required',
    message: { metadata: { [extension]: { interactionId: item.id } } },
  })
  const message = { kind: 'message', role: 'user', taskId: item.task_id }
  const text = { ...message, messageId: 'a', parts: [{ kind: 'text', text: 'yes' }] }
  expect((await rpc('message/send', { message: text })).error.code).toBe(-32004)
  const metadata = { [extension]: { interactionId: item.id, approved: true } }
  const yes = {
    ...message,
    messageId: 'b',
    parts: [{ kind: 'data', data: { approved: true } }],
    extensions: [extension],
    metadata,
  }
  expect((await rpc('message/send', { message: yes })).result.status.state).toBe('working')
})

verifies('N20 A2A-R35', 'our client answers', async () => {
  const a2a = new A2A({ url: `${origin}/a2a/jsonrpc`, apiKey: api.runtime.secret, fetch: fetchOf(api) })
  const item = await api.open(asks.A)
  const task = await a2a.getTask(item.task_id ?? '')
  const interactionId = openInteractionOf(task)?.interactionId ?? ''
  const answer = {
    taskId: task.id,
    contextId: task.contextId,
    interactionId,
    approved: true,
    messageId: `answer:${interactionId}`,
  }
  expect((await a2a.answer(answer)).status.state).toBe('TASK_STATE_WORKING')
  expect((await a2a.answer(answer)).status.state).toBe('TASK_STATE_WORKING')
  const other = a2a.answer({ ...answer, messageId: 'another' })
  await expect(other).rejects.toThrow(A2AError)
  await expect(other).rejects.toMatchObject({ rpcCode: -32004, reason: 'UNSUPPORTED_OPERATION' })
})
