import { SendMessageRequest, TaskState } from '@a2a-js/sdk'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client'
import { interactionsExtension as extension } from '@/lib/sdk/a2a'

const active = { serviceParameters: ServiceParameters.create(withA2AExtensions(extension)) }
const stateOf = (task: { status?: { state: TaskState } | undefined } | undefined) =>
  task?.status ? TaskState[task.status.state] : undefined
const said = (message: Record<string, unknown>) =>
  SendMessageRequest.fromJSON({
    message: { role: 'ROLE_USER', messageId: crypto.randomUUID(), ...message },
    configuration: { returnImmediately: true },
  })

export interface Place {
  /** Where the card is. */
  url: string
  binding: string
  /** Brings the credential along. */
  fetch: typeof fetch
  /** What the agent behind the server does, over REST. @returns the body */
  rest(path: string, body: unknown): Promise<{ id: string }>
}

/** Drives every operation with the client of the official SDK. @returns what it saw, step by step, without ids */
export async function driveEveryOperation({ url, binding, fetch: fetchImpl, rest }: Place) {
  const seen: [string, unknown][] = []
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    preferredTransports: [binding],
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  const client = await new ClientFactory(options).createFromUrl(url)
  const contextId = `ticket-${crypto.randomUUID()}`

  const opened = await client.sendMessage(said({ parts: [{ text: 'Ship it' }], contextId }))
  if ('messageId' in opened) throw new Error('a task was expected')
  const { id } = opened
  seen.push(['send', { state: stateOf(opened), isOurContext: opened.contextId === contextId }])

  const hook = {
    tenant: '',
    taskId: id,
    id: 'mine',
    url: 'https://example.com/hook',
    token: '',
    authentication: { scheme: 'Bearer', credentials: 'x' },
  }
  const name = { tenant: '', taskId: id, id: 'mine' }
  const page = { tenant: '', taskId: id, pageSize: 0, pageToken: '' }
  seen.push(['create push', (await client.createTaskPushNotificationConfig(hook)).id])
  seen.push(['get push', (await client.getTaskPushNotificationConfig(name)).url])
  seen.push(['list push', (await client.listTaskPushNotificationConfig(page)).configs.map((config) => config.id)])
  await client.deleteTaskPushNotificationConfig(name)
  seen.push(['delete push', (await client.listTaskPushNotificationConfig(page)).configs])

  const ask = { kind: 'custom', type: 'approval', renderer: 'post', summary: 'publish it', task_id: id }
  const item = await rest('/v1/interactions', ask)
  const get = { tenant: '', id, historyLength: undefined }
  const waiting = await client.getTask(get, active)
  const { interactionId, ...open } = (waiting.status?.message?.metadata?.[extension] ?? {}) as Record<string, unknown>
  seen.push(['get', { state: stateOf(waiting), open, isOurs: interactionId === item.id }])
  const plain = await client.getTask(get)
  seen.push(['get, without the extension', plain.status?.message?.metadata ?? null])
  const yes = await client.sendMessage(said({ taskId: id, parts: [{ text: 'yes' }] })).catch((error: Error) => error)
  seen.push(['text to an approval', yes instanceof Error ? yes.name.replace(/^(JsonRpc|Rest)/, '') : yes])

  const states: unknown[] = []
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const following = (async () => {
    for await (const { payload } of client.resubscribeTask({ tenant: '', id })) {
      if (payload?.$case === 'artifactUpdate') states.push(payload.value.artifact?.name)
      else if (payload?.$case === 'task' || payload?.$case === 'statusUpdate') states.push(stateOf(payload.value))
      start()
    }
  })()
  await started
  const answer = { parts: [{ data: { approved: true } }], extensions: [extension] }
  const metadata = { [extension]: { interactionId: item.id, approved: true } }
  const answered = await client.sendMessage(said({ taskId: id, ...answer, metadata }), active)
  seen.push(['answer', 'status' in answered && stateOf(answered)])
  await rest(`/v1/tasks/${id}/updates`, { artifact: { name: 'log', parts: [{ text: 'ok' }] } })
  await rest(`/v1/tasks/${id}/end`, { status: 'failed', message: 'It broke.' })
  await following
  seen.push(['subscribe', states])

  const listed = await client.listTasks({
    tenant: '',
    contextId,
    status: TaskState.TASK_STATE_FAILED,
    pageSize: 10,
    pageToken: '',
    historyLength: undefined,
    statusTimestampAfter: undefined,
    includeArtifacts: true,
  })
  seen.push(['list', listed.tasks.map((task) => [task.id === id, task.artifacts.length])])
  seen.push(['extended card', (await client.getAgentCard()).capabilities?.extendedAgentCard])

  const streamed: unknown[] = []
  for await (const { payload } of client.sendMessageStream(said({ parts: [{ text: 'More' }] }))) {
    streamed.push(payload?.$case)
    if (payload?.$case !== 'task') continue
    const canceled = await client.cancelTask({ tenant: '', id: payload.value.id, metadata: undefined })
    seen.push(['cancel', stateOf(canceled)])
  }
  seen.push(['stream', streamed])
  return seen
}

/** What everybody sees, whatever the binding and the mount. */
export const everyOperation: [string, unknown][] = [
  ['send', { state: 'TASK_STATE_SUBMITTED', isOurContext: true }],
  ['create push', 'mine'],
  ['get push', 'https://example.com/hook'],
  ['list push', ['mine']],
  ['delete push', []],
  ['get', { state: 'TASK_STATE_AUTH_REQUIRED', open: { kind: 'approval', prompt: 'publish it' }, isOurs: true }],
  ['get, without the extension', null],
  ['text to an approval', 'UnsupportedOperationError'],
  ['answer', 'TASK_STATE_WORKING'],
  ['subscribe', ['TASK_STATE_AUTH_REQUIRED', 'TASK_STATE_WORKING', 'log', 'TASK_STATE_FAILED']],
  ['list', [[true, 1]]],
  ['extended card', true],
  ['cancel', 'TASK_STATE_CANCELED'],
  ['stream', ['task', 'statusUpdate']],
]
