import type { Item } from '@/lib/interactions/item'
import { typeSpec } from '@/lib/interactions/types'
import { newId } from '@/lib/services/context'
import {
  answerFromOutside,
  confirmConnection,
  type Idempotency,
  messageKey,
  recallAnswer,
} from '@/lib/services/outside-answers'
import {
  contextIdOf,
  findTaskItem,
  getTaskView,
  readTaskRecord,
  sayInTask,
  submitTask,
  type TaskView,
} from '@/lib/services/outside-tasks'
import { saveReceiver } from '@/lib/services/push-receivers'
import { listsExtension, type Meant, readMeant, readSaid, type Said } from './answer'
import { invalid, unsupported } from './errors'
import { extensionUri } from './extension'
import type { Call } from './operations'
import type { Message, SendParams } from './wire'

export interface Sent {
  view: TaskView
  /** How long a blocking caller waits for the task to pause or end. */
  waitMs: number
}

/** After a plain reply the agent gets a moment to react, for clients that know no more than "send and read". */
const replyWaitMs = 1_000

/** Our own keys in a message's metadata, for callers whose credential leaves them open. */
const userKey = 'vestra.user_id'
const agentKey = 'vestra.agent'

/** Does what a message asks: opens a task, answers what a task waits for, or adds to the task (A2A 3.4). */
export async function send(call: Call, params: SendParams): Promise<Sent> {
  const { message, configuration } = params
  const isActive = call.isActive || listsExtension(message)
  call.isActive = isActive
  const view = message.taskId === undefined ? null : await getTaskView(call.ctx, message.taskId)
  if (view && message.contextId !== undefined && message.contextId !== contextIdOf(view)) {
    throw invalid('message.contextId', 'message.contextId: is not the context of that task.')
  }
  const blockingMs = configuration?.returnImmediately ? 0 : call.ctx.app.config.a2aBlockingSeconds * 1000
  const sent = view ? await continueTask(call, view, message, isActive) : await openTask(call, params, blockingMs)
  const receiver = configuration?.taskPushNotificationConfig
  if (receiver) {
    const { id, url, token, authentication } = receiver
    await saveReceiver(call.ctx, sent.view.id, { id, url, token, authentication }, isActive)
  }
  return { view: sent.view, waitMs: Math.min(sent.waitMs, blockingMs) }
}

async function openTask(call: Call, { message, tenant }: SendParams, blockingMs: number): Promise<Sent> {
  const id = newId('task')
  const named = (key: string) => {
    const value = message.metadata?.[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const text = message.parts.find((part) => part.text !== undefined)?.text ?? ''
  const view = await submitTask(call.ctx, {
    id,
    contextId: message.contextId ?? null,
    userId: named(userKey),
    agent: call.tenant ?? tenant ?? named(agentKey),
    title: titleOf(text),
    entry: { id: newId('msg'), kind: 'message', body: keptMessage(message) },
  })
  return { view, waitMs: blockingMs }
}

const titleLength = 100

function titleOf(text: string): string | null {
  const line = [...text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]+/gu, ' ').trim()].slice(0, titleLength).join('')
  return line === '' ? null : line
}

/** What is kept of a message: what was said, without the envelope's unknown fields. */
function keptMessage(message: Message): Record<string, unknown> {
  const { messageId, parts, extensions, metadata, referenceTaskIds } = message
  return {
    messageId,
    role: 'ROLE_USER',
    parts,
    ...(extensions?.length && { extensions }),
    ...(metadata && { metadata }),
    ...(referenceTaskIds?.length && { referenceTaskIds }),
  }
}

/** An answer to a hand-off may be a code or a password: its words are kept for the asker alone (A32). */
function keptAnswer(item: Item, message: Message): Record<string, unknown> {
  if (typeSpec(item.type).answersArePublic) return keptMessage(message)
  const { messageId } = message
  return {
    messageId,
    role: 'ROLE_USER',
    parts: [{ text: '••••' }],
    extensions: [extensionUri],
    metadata: { [extensionUri]: { interactionId: item.id } },
  }
}

async function continueTask(call: Call, view: TaskView, message: Message, isActive: boolean): Promise<Sent> {
  const { ctx } = call
  const said = readSaid(message, isActive)
  const content = { parts: message.parts, answer: message.metadata?.[extensionUri] ?? null }
  const idempotency = messageKey(ctx, view.id, message.messageId, content)
  const recalled = await recallAnswer(ctx, idempotency)
  if (recalled !== 'replayed') {
    try {
      await takeMessage(call, view, { message, said, content }, { idempotency, recalled })
    } catch (error) {
      // Its own first try may have answered in between: then this one is a retry (N16).
      if (recalled === 'reused' || (await recallAnswer(ctx, idempotency)) !== 'replayed') throw error
    }
  }
  return { view: await getTaskView(ctx, view.id), waitMs: said.by === 'parts' ? replyWaitMs : 0 }
}

/** Answers what the task waits for, or adds to what was said in it. */
async function takeMessage(
  call: Call,
  view: TaskView,
  { message, said, content }: { message: Message; said: Said; content: unknown },
  { idempotency, recalled }: { idempotency: Idempotency; recalled: 'new' | 'reused' },
): Promise<void> {
  const { ctx } = call
  if (recalled === 'reused' && said.by === 'extension') throw reused()
  const item = await findAnswered(call, view, said)
  if (!item) {
    if (recalled === 'reused') throw reused()
    // A retry of the words that just answered is no second message.
    if ((await recallAnswer(ctx, idempotency)) === 'replayed') return
    return sayInTask(ctx, view, { id: newId('msg'), kind: 'message', body: keptMessage(message) })
  }
  let key = idempotency
  if (recalled === 'reused') {
    // Clients that name all their messages alike still get plain replies to later questions through.
    key = messageKey(ctx, view.id, `${message.messageId} ${item.id}`, content)
    if ((await recallAnswer(ctx, key)) !== 'new') throw reused()
  }
  await answer(call, item, readMeant(item, said, message), message, key)
}

function reused() {
  return invalid('message.messageId', 'message.messageId: was used for another answer on this task.')
}

/** What a message answers: the interaction it names, or the one that is open. Null when it just says something. */
async function findAnswered({ ctx }: Call, view: TaskView, said: Said): Promise<Item | null> {
  if (said.by === 'extension') {
    const item = await findTaskItem(ctx, view, said.interactionId)
    if (!item) throw invalid('message.metadata', 'message.metadata: names no interaction of this task.')
    const isConnected = item.answeredBy?.type === 'connection'
    if (item.status === 'pending' && item.id !== view.openId) {
      throw invalid('message.metadata', 'message.metadata: names an interaction whose turn has not come.')
    }
    if (item.status !== 'pending' && !isConnected) throw unsupported('That interaction is not open any more.')
    return item
  }
  if (view.status === 'ended') throw unsupported(`The task is ${view.state}; start a new one.`)
  return (await readTaskRecord(ctx, view)).open
}

async function answer(call: Call, item: Item, meant: Meant, message: Message, idempotency: Idempotency): Promise<void> {
  const { ctx } = call
  const request = {
    idempotency,
    entry: { id: newId('msg'), kind: 'message' as const, body: keptAnswer(item, message) },
    facts: {
      approvedBy: `${ctx.actor.type}:${ctx.actor.id}`,
      messageId: message.messageId.slice(0, 200),
      interactionId: item.id,
    },
  }
  if ('connected' in meant) {
    if ((await confirmConnection(ctx, item, request)) === 'confirmed') return
    throw unsupported(`Connect ${item.details.app} first: there is no active connection of it for this user.`)
  }
  if (item.status !== 'pending') throw unsupported('That interaction is not open any more.')
  await answerFromOutside(ctx, item, meant.body, request)
}
