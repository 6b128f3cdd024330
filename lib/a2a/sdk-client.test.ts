import { Role, SendMessageRequest, TaskState } from '@a2a-js/sdk'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client'
import { UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A2A, A2AError, openInteractionOf } from '@/lib/sdk/a2a'
import { bindings, extension, fetchOf } from '@/lib/testing/a2a'
import { type Api, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
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

function clientFor(binding: string) {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    preferredTransports: [binding],
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  return new ClientFactory(options).createFromUrl(origin)
}

const active = { serviceParameters: ServiceParameters.create(withA2AExtensions(extension)) }
const said = (message: Record<string, unknown>, configuration = {}) =>
  SendMessageRequest.fromJSON({
    message: { role: 'ROLE_USER', messageId: crypto.randomUUID(), ...message },
    configuration: { returnImmediately: true, ...configuration },
  })

describe.each(bindings)('the official client over %s', (binding) => {
  test('drives every operation', async () => {
    const client = await clientFor(binding)
    const opened = await client.sendMessage(said({ parts: [{ text: 'Ship it' }], contextId: `ticket-${binding}` }))
    if ('messageId' in opened) throw new Error('a task was expected')
    expect(opened).toMatchObject({ contextId: `ticket-${binding}`, status: { state: TaskState.TASK_STATE_SUBMITTED } })
    const { id } = opened

    const config = await client.createTaskPushNotificationConfig({
      tenant: '',
      taskId: id,
      id: 'mine',
      url: 'https://example.com/hook',
      token: '',
      authentication: { scheme: 'Bearer', credentials: 'x' },
    })
    expect(config.id).toBe('mine')
    expect((await client.getTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' })).url).toBe(
      'https://example.com/hook',
    )
    const receivers = await client.listTaskPushNotificationConfig({
      tenant: '',
      taskId: id,
      pageSize: 0,
      pageToken: '',
    })
    expect(receivers.configs).toHaveLength(1)
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' })

    const item = await api.open({ ...asks.A, user_id: null, task_id: id })
    const waiting = await client.getTask({ tenant: '', id, historyLength: undefined }, active)
    expect(waiting.status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    expect(waiting.status?.message?.metadata?.[extension]).toMatchObject({ interactionId: item.id })
    await expect(client.sendMessage(said({ taskId: id, parts: [{ text: 'yes' }] }))).rejects.toThrow(
      UnsupportedOperationError,
    )

    const states: (TaskState | undefined)[] = []
    const following = (async () => {
      for await (const event of client.resubscribeTask({ tenant: '', id })) {
        const { payload } = event
        if (payload?.$case === 'task') states.push(payload.value.status?.state)
        if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state)
        if (payload?.$case === 'artifactUpdate') expect(payload.value.artifact?.name).toBe('log')
      }
    })()
    await expect.poll(() => states.length).toBe(1)
    const answered = await client.sendMessage(
      said({
        taskId: id,
        parts: [{ data: { approved: true } }],
        extensions: [extension],
        metadata: { [extension]: { interactionId: item.id, approved: true } },
      }),
      active,
    )
    expect('status' in answered && answered.status?.state).toBe(TaskState.TASK_STATE_WORKING)
    await api.call('POST', `/v1/tasks/${id}/updates`, {
      by: api.all,
      body: { artifact: { name: 'log', parts: [{ text: 'ok' }] } },
    })
    await api.call('POST', `/v1/tasks/${id}/end`, { by: api.all, body: { status: 'failed', message: 'It broke.' } })
    await following
    expect(states).toEqual([
      TaskState.TASK_STATE_AUTH_REQUIRED,
      TaskState.TASK_STATE_WORKING,
      TaskState.TASK_STATE_FAILED,
    ])

    const listed = await client.listTasks({
      tenant: '',
      contextId: `ticket-${binding}`,
      status: TaskState.TASK_STATE_FAILED,
      pageSize: 10,
      pageToken: '',
      historyLength: undefined,
      statusTimestampAfter: undefined,
      includeArtifacts: true,
    })
    expect(listed.tasks.map((task) => task.artifacts.length)).toEqual([1])
    expect((await client.getAgentCard()).capabilities?.extendedAgentCard).toBe(true)

    const streamed: string[] = []
    for await (const { payload } of client.sendMessageStream(said({ parts: [{ text: 'More' }] }))) {
      streamed.push(payload?.$case ?? '')
      if (payload?.$case === 'task') {
        const canceled = await client.cancelTask({ tenant: '', id: payload.value.id, metadata: undefined })
        expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
      }
    }
    expect(streamed).toEqual(['task', 'statusUpdate'])
    expect(Role.ROLE_USER).toBe(1)
  })
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
