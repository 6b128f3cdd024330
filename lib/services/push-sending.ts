import type { PushConfig } from '@/lib/store/push-configs'
import { faultOfUrl, type Resolve, safeLookup } from './address-guard'
import type { App } from './context'
import { beginning } from './outside-tasks'
import { type Receiver, unsealReceiver } from './push-receivers'
import { type Position, readTaskLog, type TaskEvent } from './task-feed'
import { post } from './webhook-sending'

const leaseMs = 60_000
const batchSize = 50
const retryDelaysMs = [1_000, 10_000, 60_000, 600_000, 3_600_000] as const

/** What is sent to a receiver, and how far it has then been served. */
export interface Push {
  body: unknown
  position: Position
}

/** Turns the log of a task into what one receiver is to hear of it. */
export type Project = (
  config: PushConfig,
  receiver: ReturnType<typeof unsealReceiver>,
  events: readonly TaskEvent[],
) => Promise<Push[]>

/** Sends what is due to every receiver once, and notes how far each has come. @returns how many were served */
export async function sendPushes(app: App, project: Project, resolve?: Resolve): Promise<number> {
  const { store } = app
  const due = await store.listDuePushConfigs(store.nowMs(), batchSize)
  await Promise.all(
    due.map(async (found) => {
      const nowMs = store.nowMs()
      const config = await store.claimPushConfig(found, nowMs, nowMs + leaseMs)
      if (config) await serveReceiver(app, config, project, resolve)
    }),
  )
  return due.length
}

/** One receiver hears one event after another; a failed one is tried again later, and in the end skipped. */
async function serveReceiver(app: App, config: PushConfig, project: Project, resolve: Resolve | undefined) {
  const { store, log } = app
  const receiver = unsealReceiver(app, config)
  const events = await readTaskLog(app, config.taskId, beginning)
  const end = events.at(-1) ?? config.after
  let { after, tries } = config
  for (const push of await project(config, receiver, events)) {
    const fault = await sendOnce(app, receiver, push.body, resolve)
    if (fault !== null) {
      const delayMs = retryDelaysMs[tries]
      log.warn({ task: config.taskId, push: config.id, fault, tries: tries + 1 }, 'push failed')
      if (delayMs !== undefined) {
        return store.recordPush(config, { after, tries: tries + 1, nextTryAtMs: store.nowMs() + delayMs })
      }
    }
    after = push.position
    tries = 0
  }
  await store.recordPush(config, { after: { tx: end.tx, seq: end.seq }, tries: 0, nextTryAtMs: null })
}

/** @returns what went wrong, or null */
async function sendOnce(
  app: App,
  receiver: Receiver,
  body: unknown,
  resolve: Resolve | undefined,
): Promise<string | null> {
  const rules = { allowPrivate: app.config.webhookAllowPrivate }
  const fault = faultOfUrl(receiver.url, { ...rules, httpsOnly: false })
  if (fault) return fault
  const { authentication, token } = receiver
  const headers = {
    'Content-Type': 'application/a2a+json',
    'User-Agent': 'Vestra-Inbox',
    ...(authentication && {
      Authorization: [authentication.scheme, authentication.credentials].filter(Boolean).join(' '),
    }),
    ...(token !== undefined && { 'X-A2A-Notification-Token': token }),
  }
  try {
    const sent = await post(
      new URL(receiver.url),
      { headers, lookup: safeLookup(rules, resolve), signal: app.shutdown },
      JSON.stringify(body),
    )
    if ('error' in sent) return sent.error
    return sent.status >= 200 && sent.status <= 299 ? null : `It answered ${sent.status}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
