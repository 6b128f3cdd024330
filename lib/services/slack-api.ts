import { z } from 'zod'
import type { Resolve } from './address-guard'
import type { App } from './context'
import { guardedFetch } from './guarded-fetch'
import { ChannelError } from './notice-channels/channel'
import { readRetryAfter } from './webhook-sending'

/** What Slack says when another try may end otherwise. Everything else it says stays as it is. */
const passing = new Set([
  'accesslimited',
  'fatal_error',
  'internal_error',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

/** Slack answered, and said no. */
export class SlackRefusal extends ChannelError {
  readonly reason: string

  constructor(reason: string, retryAtMs: number | null) {
    super(`Slack refused: ${reason}.`, { isFinal: !passing.has(reason), retryAtMs })
    this.reason = reason
  }
}

interface CallOptions {
  signal: AbortSignal
  resolve?: Resolve | undefined
}

/**
 * Calls one method of Slack's Web API with the deployment's bot token. What is not text is sent as JSON.
 * @throws ChannelError, SlackRefusal; neither holds anything that was sent
 */
export async function callSlack<T extends z.ZodType>(
  app: App,
  method: 'auth.test' | 'chat.postMessage' | 'chat.update' | 'conversations.history',
  params: Record<string, unknown>,
  reply: T,
  { signal, resolve }: CallOptions,
): Promise<z.output<T>> {
  const { slackApp, webhookAllowPrivate } = app.config
  if (slackApp === null) throw new ChannelError('There is no Slack app any more.', { isFinal: true })
  const body = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()
  const headers = {
    Authorization: `Bearer ${slackApp.botToken}`,
    'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
  }
  const options = { method: 'POST', headers, body, httpsOnly: !webhookAllowPrivate, signal, resolve } as const
  const answer = await guardedFetch(app, `${slackApp.apiUrl}/${method}`, options).catch(() => {
    throw new ChannelError('Slack could not be reached.')
  })
  const retryAtMs = readRetryAfter(answer.retryAfter, app.store.nowMs())
  if (answer.status < 200 || answer.status > 299) {
    throw new ChannelError(`Slack answered ${answer.status}.`, { retryAtMs })
  }
  const said = readJson(answer.text)
  const refusal = z.object({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,64}$/) }).safeParse(said)
  if (refusal.success) throw new SlackRefusal(refusal.data.error, retryAtMs)
  const read = z
    .object({ ok: z.literal(true) })
    .and(reply)
    .safeParse(said)
  if (!read.success) throw new ChannelError('Slack answered what cannot be read.')
  return reply.parse(said)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
