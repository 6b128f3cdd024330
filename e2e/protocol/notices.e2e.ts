import { expect } from '@playwright/test'
import { makeKey, type ServerOptions, type Servers, test, until, verifies } from '@/e2e/server'
import type { PushPayload } from '@/lib/push-payload'
import { startMailSink } from '@/lib/testing/mail-sink'
import { startPushBrowser } from '@/lib/testing/push-browser'
import { buttonsOf, codeIn, type SlackWorkspace, startSlackWorkspace } from '@/lib/testing/slack-workspace'
import { type Api, apiAt } from './api'
import { openJar } from './cookies'

// A message that a dead server was sending is sent by the next one half a minute later.
test.describe.configure({ timeout: 240_000 })

const payment = {
  kind: 'tool_permission',
  user_id: 'traveller-42',
  summary: 'pay',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
}

/** Opens items, and says no to every other one, until the server is gone. */
async function burst(api: Api, opened: Set<string>, answered: Set<string>) {
  const open = async () => {
    for (;;) {
      const { status, body } = await api.open(payment)
      if (status !== 201) continue
      opened.add(body.id)
      if (opened.size % 2 === 1) continue
      if ((await api.answer(body.id, { approve: false })).status === 200) answered.add(body.id)
    }
  }
  await Promise.allSettled(Array.from({ length: 4 }, open))
}

/** Signs a person in, who is told in Slack alone. */
async function joinSlack(url: string, slack: SlackWorkspace, link: string) {
  const jar = openJar(url)
  await jar.signIn('link', { token: link.slice(link.indexOf('#') + 1) })
  const call = (method: string, path: string, body: unknown) =>
    jar.ask(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  await call('POST', '/v1/notices/slack', { member_id: 'U0ADA111' })
  const code = codeIn(slack.messages.splice(0)[0])
  expect((await call('POST', '/v1/notices/slack/confirm', { code })).status).toBe(200)
  expect((await call('PATCH', '/v1/notices/preferences', { channels: ['slack'] })).status).toBe(200)
}

/** Kills the server in the middle of a burst, twice on the same data, and counts what reached three people. */
async function crash(servers: Servers, options: ServerOptions) {
  const mail = await startMailSink()
  const browser = await startPushBrowser()
  const slack = await startSlackWorkspace()
  const env = {
    SMTP_URL: mail.url,
    SMTP_FROM: 'inbox@example.com',
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...slack.settings,
  }
  let server = await servers.start({ ...options, env })
  const again = { ...options, env, dataDir: server.dataDir, port: server.port }
  const join = (email: string) => server.admin('person', '--email', email, '--user-id', 'traveller-42')
  await join('grace@example.com')
  await joinSlack(server.url, slack, (await join('heidi@example.com')).stdout)
  const jar = openJar(server.url)
  const { stdout: link } = await join('ada@example.com')
  await jar.signIn('link', { token: link.slice(link.indexOf('#') + 1) })
  const added = await jar.ask('/v1/notices/subscriptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...browser.target, label: 'a browser' }),
  })
  expect(added.status).toBe(201)
  const api = apiAt(server.url, await makeKey(server, 'all', '--mode', 'live'))
  const opened = new Set<string>()
  const answered = new Set<string>()
  for (const enough of [20, 40]) {
    const isOver = burst(api, opened, answered)
    const hasBegun = () =>
      mail.mails.length > 0 && browser.receiver.received.length > 0 && slack.messages.length > enough / 4
    await until(() => opened.size >= enough && hasBegun(), 30_000)
    await server.stop('SIGKILL')
    await isOver
    server = await servers.start(again)
  }

  const isWaiting = async (id: string) => (await api.get(id)).body.status === 'pending'
  const waiting: string[] = []
  for (const id of opened) if (await isWaiting(id)) waiting.push(id)
  const mailed = () => new Set<string | undefined>(mail.mails.map(({ html }) => html?.match(/int_[0-9a-z]{26}/)?.[0]))
  const pushes = () => browser.payloads() as unknown as PushPayload[]
  const itemsOf = (kind: PushPayload['kind']) =>
    new Set(pushes().flatMap((push) => (push.kind === kind ? push.item_ids : [])))
  const reached = (ids: string[], ...there: { has(id: string): boolean }[]) =>
    ids.every((id) => there.every((each) => each.has(id)))
  await until(() => reached(waiting, mailed(), itemsOf('show')), 90_000)
  // Some of those shown were opened or answered by a server that died before it could say so.
  const ended: string[] = []
  for (const id of itemsOf('show')) if (!(await isWaiting(id))) ended.push(id)
  await until(() => reached(ended, itemsOf('retract')), 90_000)
  const postsOf = (id: string) => slack.messages.filter(({ metadata }) => JSON.stringify(metadata).includes(id))
  await until(() => waiting.every((id) => postsOf(id).length > 0), 90_000)
  const isOpenIn = (id: string) => postsOf(id).filter((post) => buttonsOf(post).length > 0).length
  await until(async () => {
    for (const id of opened) if (isOpenIn(id) > 0 && !(await isWaiting(id))) return false
    return true
  }, 90_000)
  expect([...opened].filter((id) => postsOf(id).length > 1)).toEqual([])
  expect(waiting.filter((id) => isOpenIn(id) !== 1)).toEqual([])
  const retracted = itemsOf('retract')
  expect(waiting.filter((id) => retracted.has(id))).toEqual([])

  const idsOf = (id: string) => mail.mails.filter(({ html }) => html?.includes(id)).map(({ messageId }) => messageId)
  expect(waiting.filter((id) => new Set(idsOf(id)).size !== 1)).toEqual([])
  // A try that was under way when the server died may come again, under its own Message-ID: no more than it could send at once.
  expect(mail.mails.length - new Set(mail.mails.map(({ messageId }) => messageId)).size).toBeLessThanOrEqual(2 * 20)
  const told = async (id: string) => {
    const { body } = await api.call('GET', `/v1/interactions/${id}/audit?limit=100`)
    const rows = body.data as unknown as { action: string; facts: { channel?: string } }[]
    return rows
      .filter(({ action }) => action === 'notice.sent')
      .map(({ facts }) => facts.channel)
      .sort()
  }
  for (const id of waiting) await until(async () => (await told(id)).join() === 'email,slack,web_push', 40_000)
  expect(await server.admin('audit', 'verify')).toMatchObject({ code: 0, stderr: '' })
  await Promise.all([mail.close(), browser.close(), slack.close()])
}

verifies(
  'F8 F12 F21',
  'SQLite: after kill -9 no notice is lost, and each has one name however often it comes',
  async ({ servers }) => {
    await crash(servers, {})
  },
)

verifies(
  'F8 F12 F21',
  'PostgreSQL: after kill -9 no notice is lost, and each has one name however often it comes',
  async ({ servers }) => {
    await crash(servers, { databaseUrl: await servers.createDatabase() })
  },
)
