import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { NoticeFeed } from '@/lib/services/notice-outbox'
import { NoticeSender } from '@/lib/services/notice-sending'
import { type Api, dialects, type Key, startApi } from '@/lib/testing/api'
import { type MailSink, startMailSink } from '@/lib/testing/mail-sink'
import { verifies } from '@/lib/testing/verifies'
import { startNotices } from './notice-worker'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const payment = {
  kind: 'tool_permission',
  user_id: 'grace',
  summary: 'pay',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
}

const worker = `
  const { readConfig } = await import('./lib/config.ts')
  const { openApp } = await import('./lib/services/app.ts')
  const { startNotices } = await import('./lib/server/notice-worker.ts')
  startNotices(await openApp(readConfig(), new AbortController().signal))
  setInterval(() => {}, 1000)`

describe.each(dialects)('the notice worker on %s', (dialect) => {
  let api: Api
  let sink: MailSink
  let live: Key
  let settings: Record<string, string>
  let child: ChildProcess | undefined

  beforeEach(async () => {
    sink = await startMailSink()
    settings = { SMTP_URL: sink.url, SMTP_FROM: 'inbox@example.com' }
    api = await startApi(dialect, settings)
    live = await api.makeKey('all', { mode: 'live', agent: 'Concierge' })
    await api.makePerson('user', { userIds: ['grace'] })
  })
  afterEach(async () => {
    child?.kill('SIGKILL')
    await api.close()
    await sink.close()
  })

  const openMany = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => api.open(payment, live)))).map(({ id }) => id)
  const idsOf = (id: string) => sink.mails.filter(({ html }) => html?.includes(id)).map(({ messageId }) => messageId)
  const toldOf = async (id: string) => (await api.audit(id)).filter(({ action }) => action === 'notice.sent').length

  verifies('F1 F8', 'what is opened while it runs is told once, and what was opened before it ran', async () => {
    const before = await openMany(3)
    const stop = startNotices(api.app)
    const ids = [...before, ...(await openMany(3))]
    await sink.until((mails) => mails.length >= ids.length)
    await vi.waitFor(async () => expect(await Promise.all(ids.map(toldOf))).toEqual(ids.map(() => 1)))
    await stop()
    expect(ids.map((id) => idsOf(id).length)).toEqual(ids.map(() => 1))
  })

  verifies('F8', 'one that is killed loses nothing, and what it sent twice has one Message-ID', async () => {
    const env = {
      ...settings,
      DATABASE_URL: api.app.config.databaseUrl,
      NEXTAUTH_SECRET: 'a secret of the tests, long enough',
      LOG_LEVEL: 'silent',
    }
    const args = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', worker]
    child = spawn('env', [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...args], {
      stdio: 'inherit',
    })
    const ids = await openMany(40)
    await sink.until((mails) => mails.length >= 5)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await Promise.all(ids.map(toldOf))).toContain(0)

    // A claim of the dead one holds for half a minute.
    const sender = new NoticeSender(api.app, { nowMs: () => api.app.store.nowMs() + 31_000 })
    const feed = new NoticeFeed(api.app)
    await vi.waitFor(
      async () => {
        while (await feed.follow());
        await sender.fill()
        await sender.idle()
        expect(await Promise.all(ids.map(toldOf))).toEqual(ids.map(() => 1))
      },
      { timeout: 30_000 },
    )
    expect(ids.map((id) => new Set(idsOf(id)).size)).toEqual(ids.map(() => 1))
    expect(await api.app.store.verifyAudit()).toMatchObject({ fault: null })
  })
})
