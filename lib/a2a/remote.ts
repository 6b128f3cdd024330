import type { App } from '@/lib/services/context'
import {
  answerOf,
  closeMirror,
  findMirrored,
  isSameWait,
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
import { type Claim, ClaimLost, claimRemoteAgent } from '@/lib/services/remote-claims'
import { extensionUri } from './extension'
import { callRemote, RemoteError, type RemoteOperation } from './remote-call'
import type { Task } from './wire'

const maxPages = 20
const interruptedStates = ['TASK_STATE_AUTH_REQUIRED', 'TASK_STATE_INPUT_REQUIRED']

async function call<T>(app: App, claim: Claim, name: RemoteOperation, params: Record<string, unknown>): Promise<T> {
  await claim.hold()
  return callRemote<T>(app, claim.agent, name, params)
}

/** What a task waits on: by the extension, or as text alone. */
function waitOf(task: Task): RemoteWait {
  const { message, state, timestamp } = task.status
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
  return { ...base, interactionId: null, kind, prompt, detail: {}, key: message?.messageId ?? timestamp ?? '' }
}

async function listWaits(app: App, claim: Claim): Promise<RemoteWait[]> {
  const waits: RemoteWait[] = []
  for (const status of interruptedStates) {
    let pageToken = ''
    for (let page = 0; page < maxPages; page++) {
      const params = { status, pageSize: 100, ...(pageToken !== '' && { pageToken }) }
      const listed = await call<{ tasks: Task[]; nextPageToken: string }>(app, claim, 'ListTasks', params)
      waits.push(...(listed.tasks ?? []).map(waitOf))
      pageToken = listed.nextPageToken ?? ''
      if (pageToken === '') break
    }
  }
  return waits
}

/**
 * Whether the task still waits for what the item shows. A text has no address: sent late, it would answer whatever the
 * task waits for by then.
 */
async function stillWaits(app: App, claim: Claim, mirrored: RemoteItem): Promise<boolean> {
  const task = await call<Task>(app, claim, 'GetTask', { id: mirrored.taskId })
  return interruptedStates.includes(task.status.state) && isSameWait(mirrored, waitOf(task))
}

/** Sends what was answered here; the same message id on every try, so that it counts once. */
async function sendAnswer(app: App, claim: Claim, mirrored: RemoteItem): Promise<void> {
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
    if (!byExtension && !(await stillWaits(app, claim, mirrored))) {
      return await settleMirror(app, mirrored, 'closed', 'The task went on.')
    }
    await call(app, claim, 'SendMessage', { message, configuration: { returnImmediately: true } })
    await settleMirror(app, mirrored, 'sent')
  } catch (error) {
    if (error instanceof ClaimLost) throw error
    if (!(error instanceof RemoteError)) return postponeMirror(app, mirrored, String(error))
    // Somebody answered there first, or it may not be answered this way: what holds is what the agent says.
    await settleMirror(app, mirrored, error.isUnsupported ? 'closed' : 'failed', error.message)
  }
}

/** Answers out, new waits in, and what ended there withdrawn here. */
async function syncTasks(app: App, claim: Claim): Promise<void> {
  const { agent } = claim
  for (const mirrored of await listUnsent(app, agent)) await sendAnswer(app, claim, mirrored)
  const waits = await listWaits(app, claim)
  const mirrors = await listMirrors(app, agent)
  for (const wait of waits) {
    if (!mirrors.some((mirrored) => isSameWait(mirrored, wait))) await mirror(app, agent, wait)
  }
  for (const mirrored of mirrors) {
    if (waits.some((wait) => isSameWait(mirrored, wait))) continue
    const item = await findMirrored(app, mirrored)
    if (item?.status === 'pending') await closeMirror(app, agent, mirrored, 'Answered at the agent.')
  }
}

/** One round with a remote agent, unless another instance speaks to it. */
export async function syncRemoteAgent(app: App, agent: RemoteAgent): Promise<void> {
  const claim = await claimRemoteAgent(app, agent)
  if (!claim) return
  try {
    await syncTasks(app, claim)
    await noteSeen(app, agent, null)
  } catch (error) {
    if (error instanceof ClaimLost || app.shutdown.aborted) return
    await noteSeen(app, agent, error instanceof Error ? error.message.slice(0, 300) : 'It failed.')
  }
}
