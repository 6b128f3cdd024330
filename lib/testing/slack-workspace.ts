import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Button {
  type: string
  action_id: string
  text: { text: string }
  value?: string
  url?: string
}

interface Block {
  type: string
  text?: { type: string; text: string }
  elements?: (Button & { text: unknown })[]
}

export interface SlackMessage {
  channel: string
  ts: string
  text: string
  blocks: Block[]
  metadata?: unknown
  /** How often it was changed. */
  edits: number
}

/** How a call goes wrong; `isDone` says that what it asked for was done all the same. */
type Trouble = { status?: number; headers?: Record<string, string>; body?: unknown; isDone?: true } | 'never'

interface Pressed {
  user?: string
  team?: string
  /** In the place of the button's own. */
  action?: Record<string, unknown>
}

export type SlackWorkspace = Awaited<ReturnType<typeof startSlackWorkspace>>

/** Slack's Web API for one workspace on this machine, and its side of a pressed button. */
export async function startSlackWorkspace() {
  const signingSecret = 'the signing secret of the tests'
  const botToken = 'xoxb-the-token-of-the-tests'
  const team = 'T0TESTS'
  const members = ['U0ADA111', 'U0GRACE1', 'U0EVE111', 'U012AB3CD']
  const messages: SlackMessage[] = []
  const calls: { method: string; params: Record<string, string> }[] = []
  let trouble: (method: string) => Trouble | null = () => null
  let posted = 0

  const methods: Record<string, (params: Record<string, string>) => unknown> = {
    'auth.test': () => ({ ok: true, team_id: team, user_id: 'U0APP111' }),
    'chat.postMessage'(params) {
      const { channel = '' } = params
      const isMember = members.includes(channel)
      if (!isMember && !members.some((id) => channel === `D${id}`)) return { ok: false, error: 'channel_not_found' }
      const message = {
        channel: isMember ? `D${channel}` : channel,
        ts: tsAt(++posted),
        edits: 0,
        ...contentOf(params),
      }
      messages.push(message)
      return { ok: true, channel: message.channel, ts: message.ts }
    },
    'chat.update'(params) {
      const message = messages.find(({ channel, ts }) => channel === params.channel && ts === params.ts)
      if (!message) return { ok: false, error: 'message_not_found' }
      Object.assign(message, contentOf(params), { edits: message.edits + 1 })
      return { ok: true, channel: message.channel, ts: message.ts }
    },
    'conversations.history': ({ channel, oldest = '0', include_all_metadata }) => ({
      ok: true,
      messages: messages
        .filter((each) => each.channel === channel && Number(each.ts) > Number(oldest))
        .map(({ metadata, ...each }) => (include_all_metadata === 'true' ? { ...each, metadata } : each))
        .reverse(),
    }),
  }

  const server = createServer(async (incoming, outgoing) => {
    const method = (incoming.url ?? '').replace('/api/', '')
    const params = Object.fromEntries(new URLSearchParams(await text(incoming)))
    const isOurs = incoming.headers.authorization === `Bearer ${botToken}`
    calls.push({ method, params })
    const wrong = trouble(method)
    if (wrong === 'never') return
    if (wrong?.isDone) methods[method]?.(params)
    const body = wrong?.body ?? (isOurs ? methods[method]?.(params) : { ok: false, error: 'invalid_auth' })
    outgoing.writeHead(wrong?.status ?? 200, { 'Content-Type': 'application/json', ...wrong?.headers })
    outgoing.end(JSON.stringify(body ?? { ok: false, error: 'unknown_method' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    settings: {
      SLACK_BOT_TOKEN: botToken,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: `http://127.0.0.1:${port}/api`,
    },
    app: { botToken, signingSecret, apiUrl: `http://127.0.0.1:${port}/api` },
    secrets: [botToken, signingSecret],
    team,
    messages,
    calls,
    /** What is wrong with Slack from now on, by the method that is called. */
    failWith(next: (method: string) => Trouble | null) {
      trouble = next
    },
    /** What Slack sends when somebody presses a button, the one with that action. */
    press(message: SlackMessage, actionId: string, { user, team: from = team, action }: Pressed = {}): string {
      const button = buttonsOf(message).find((each) => each.action_id === actionId)
      const payload = {
        type: 'block_actions',
        team: { id: from, domain: 'tests' },
        user: { id: user ?? message.channel.slice(1), team_id: from },
        container: { type: 'message', channel_id: message.channel, message_ts: message.ts },
        trigger_id: `${++posted}.tests`,
        actions: [{ ...button, ...action }],
      }
      return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
    },
    /** The headers with which Slack proves that it sent the body. */
    sign(body: string, { atMs = Date.now(), secret = signingSecret } = {}): Record<string, string> {
      const timestamp = String(Math.floor(atMs / 1_000))
      const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
      return {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Slack-Request-Timestamp': timestamp,
        'X-Slack-Signature': `v0=${signature}`,
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Slack names a message by its time, and no two in one conversation alike. */
const tsAt = (count: number) => `${Math.floor(Date.now() / 1_000)}.${String(count).padStart(6, '0')}`

function contentOf({ text: fallback = '', blocks = '[]', metadata }: Record<string, string>) {
  return {
    text: fallback,
    blocks: JSON.parse(blocks),
    ...(metadata !== undefined && { metadata: JSON.parse(metadata) }),
  }
}

export function buttonsOf({ blocks }: SlackMessage): Button[] {
  return blocks.filter(({ type }) => type === 'actions').flatMap(({ elements = [] }) => elements as Button[])
}

/** The code that a message brought; empty when it brought none. */
export function codeIn(message: SlackMessage | undefined): string {
  return message?.text.match(/\d{4} \d{4}/)?.[0] ?? ''
}
