import type { App } from '@/lib/services/context'
import { guardedFetch } from '@/lib/services/guarded-fetch'
import {
  answerOf,
  closeMirror,
  credentialOf,
  findMirrored,
  listAllRemoteAgents,
  listMirrors,
  listUnsent,
  mirror,
  noteSeen,
  postponeMirror,
  type RemoteAgent,
  type RemoteItem,
  type RemoteWait,
  settleMirror,
} from '@/lib/services/remote-agents'
import { extensionUri } from './extension'
import type { Task } from './wire'

/** An error that the remote agent answered with. */
class RemoteError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const unsupportedCode = -32004
const maxPages = 20
const interruptedStates = ['TASK_STATE_AUTH_REQUIRED', 'TASK_STATE_INPUT_REQUIRED']

const restOf: Record<string, (params: Record<string, unknown>) => { method: 'GET' | 'POST'; path: string }> = {
  ListTasks: (params) => ({ method: 'GET', path: `/tasks?${new URLSearchParams(params as Record<string, string>)}` }),
  GetTask: ({ id }) => ({ method: 'GET', path: `/tasks/${encodeURIComponent(String(id))}` }),
  SendMessage: () => ({ method: 'POST', path: '/message:send' }),
}

/** Calls an operation of a remote agent over the binding that its card prefers. @throws RemoteError for its refusals */
async function call<T>(app: App, agent: RemoteAgent, name: string, params: Record<string, unknown>): Promise<T> {
  const credential = credentialOf(app, agent)
  const headers = {
    'Content-Type': 'application/json',
    'A2A-Version': '1.0',
    'A2A-Extensions': extensionUri,
    ...(credential !== null && { Authorization: `Bearer ${credential}` }),
  }
  const isRpc = agent.binding === 'JSONRPC'
  const rest = isRpc ? null : restOf[name]?.(params)
  const method = rest?.method ?? 'POST'
  const content = isRpc ? { jsonrpc: '2.0', id: 1, method: name, params } : params
  const { status, text } = await guardedFetch(app, `${agent.url}${rest?.path ?? ''}`, {
    method,
    headers,
    httpsOnly: agent.mode === 'live',
    ...(method === 'POST' && { body: JSON.stringify(content) }),
  })
  if (status >= 500 || status === 401 || status === 403 || status === 429) throw new Error(`It answered ${status}.`)
  const body = JSON.parse(text) as {
    result?: T
    error?: { code: number; message: string; details?: { reason?: string }[] }
  }
  if (body.error) {
    const isUnsupported = body.error.details?.some(({ reason }) => reason === 'UNSUPPORTED_OPERATION')
    throw new RemoteError(isUnsupported ? unsupportedCode : body.error.code, body.error.message)
  }
  return (isRpc ? body.result : body) as T
}

/** What a task waits on: by the extension, or as text alone. */
function waitOf(task: Task): RemoteWait {
  const { message, state } = task.status
  const prompt = (message?.parts as { text?: string }[] | undefined)?.flatMap(({ text }) => text ?? []).join('\n') ?? ''
  const base = { taskId: task.id, contextId: task.contextId }
  const open = message?.metadata?.[extensionUri] as Record<string, unknown> | undefined
  if (typeof open?.interactionId === 'string') {
    const { interactionId, kind, detail } = open
    const isKnown = kind === 'approval' || kind === 'question' || kind === 'connection'
    return {
      ...base,
      interactionId,
      kind: isKnown ? kind : 'elsewhere',
      prompt: typeof open.prompt === 'string' ? open.prompt : prompt,
      detail: typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {},
      key: interactionId,
    }
  }
  const kind = state === 'TASK_STATE_INPUT_REQUIRED' ? 'question' : 'elsewhere'
  return { ...base, interactionId: null, kind, prompt, detail: {}, key: message?.messageId ?? task.status.timestamp }
}

async function listWaits(app: App, agent: RemoteAgent): Promise<RemoteWait[]> {
  const waits: RemoteWait[] = []
  for (const status of interruptedStates) {
    let pageToken = ''
    for (let page = 0; page < maxPages; page++) {
      const params = { status, pageSize: 100, ...(pageToken !== '' && { pageToken }) }
      const listed = await call<{ tasks: Task[]; nextPageToken: string }>(app, agent, 'ListTasks', params)
      waits.push(...(listed.tasks ?? []).map(waitOf))
      pageToken = listed.nextPageToken ?? ''
      if (pageToken === '') break
    }
  }
  return waits
}

const isSame = (mirrored: RemoteItem, wait: RemoteWait) =>
  mirrored.taskId === wait.taskId &&
  (mirrored.remoteInteraction === null
    ? wait.interactionId === null
    : mirrored.remoteInteraction === wait.interactionId)

/** Sends what was answered here; the same message id on every try, so that it counts once. */
async function sendAnswer(app: App, agent: RemoteAgent, mirrored: RemoteItem): Promise<void> {
  const item = await findMirrored(app, mirrored)
  const answer = item && answerOf(item, mirrored)
  if (!answer) return settleMirror(app, mirrored, 'closed')
  const { taskId, contextId, remoteInteraction } = mirrored
  const byExtension = remoteInteraction !== null && {
    extensions: [extensionUri],
    metadata: { [extensionUri]: { interactionId: remoteInteraction, ...answer } },
  }
  const plain = 'value' in answer && typeof answer.value === 'string' ? { text: answer.value } : { data: answer }
  const message = {
    role: 'ROLE_USER',
    messageId: `answer:${remoteInteraction ?? mirrored.interactionId}`,
    taskId,
    contextId,
    parts: [byExtension ? { data: answer } : plain],
    ...byExtension,
  }
  try {
    await call(app, agent, 'SendMessage', { message, configuration: { returnImmediately: true } })
    await settleMirror(app, mirrored, 'sent')
  } catch (error) {
    if (!(error instanceof RemoteError)) return postponeMirror(app, mirrored, String(error))
    // Somebody answered there first, or it may not be answered this way: what holds is what the agent says.
    await settleMirror(app, mirrored, error.code === unsupportedCode ? 'closed' : 'failed', error.message)
  }
}

/** One round with one agent: answers out, new waits in, and what ended there withdrawn here. */
async function syncRemoteAgent(app: App, agent: RemoteAgent): Promise<void> {
  try {
    for (const mirrored of await listUnsent(app, agent)) await sendAnswer(app, agent, mirrored)
    const waits = await listWaits(app, agent)
    const mirrors = await listMirrors(app, agent)
    for (const wait of waits) {
      if (!mirrors.some((mirrored) => isSame(mirrored, wait))) await mirror(app, agent, wait)
    }
    for (const mirrored of mirrors) {
      if (waits.some((wait) => isSame(mirrored, wait))) continue
      const item = await findMirrored(app, mirrored)
      if (item?.status === 'pending') await closeMirror(app, agent, mirrored, 'Answered at the agent.')
    }
    await noteSeen(app, agent, null)
  } catch (error) {
    await noteSeen(app, agent, error instanceof Error ? error.message.slice(0, 300) : 'It failed.')
  }
}

/** One round with all remote agents. */
export async function syncRemoteAgents(app: App): Promise<void> {
  await Promise.all((await listAllRemoteAgents(app)).map((agent) => syncRemoteAgent(app, agent)))
}
