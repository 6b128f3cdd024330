import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect } from '@playwright/test'
import { firstStart, freePort, type Server, test, until, verifies } from '@/e2e/server'
import { openStore } from '@/lib/store/store'
import { endPlan } from '@/lib/testing/store'
import { type Api, apiAt } from './api'

test.describe.configure({ timeout: 60_000 })

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Without what Next reports of itself. */
const ownLinesOf = (server: Server) => linesOf(server.output()).filter((line) => !line.includes('✓'))

/** A connection of its own for each, in the order of asking, so that a read after them finds them waiting. */
async function startPolls(api: Api, id: string, count: number, signal?: AbortSignal) {
  const polls = Array.from({ length: count }, (_, n) => (n % 2 ? api.get : api.result)(id, '?wait=50', signal))
  for (let n = 0; n < 5; n++) await api.list()
  return polls
}

async function startWithKey(start: (options?: object) => Promise<Server>, options?: object) {
  const server = await start(options)
  return { server, api: apiAt(server.url, (await firstStart(server)).key) }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends the server within two seconds; 50 long polls and 5 streams are let go`, async ({ servers }) => {
    const { server, api } = await startWithKey(servers.start)
    const { key } = await firstStart(server)
    const { body: item } = await api.open()
    const streams = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${server.url}/v1/events`, { headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' } }),
      ),
    )
    const polls = await startPolls(api, item.id, 50)
    const exit = await server.stop(signal)
    expect(exit, server.output()).toMatchObject({ code: 0, signal: null })
    expect(exit.ms).toBeLessThan(2_000)
    for (const { status, body } of await Promise.all(polls)) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: item.id, status: 'pending' })
    }
    for (const stream of streams) {
      expect(stream.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
      await stream.text()
    }
  })
}

test('idle connections do not hold up the end, nor does a second signal hurt', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start)
  await Promise.all(Array.from({ length: 20 }, () => api.list()))
  void server.stop('SIGINT')
  const exit = await server.stop('SIGTERM')
  expect(exit).toMatchObject({ code: 0, signal: null })
  expect(exit.ms).toBeLessThan(2_000)
})

test('what is acknowledged while the server ends is kept', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start)
  const acknowledged: string[] = []
  const isEnding = server.exited.then(() => true)
  const callers = Array.from({ length: 16 }, async () => {
    for (;;) {
      const opened = await api.open().catch(() => null)
      if (opened?.status !== 201) return
      acknowledged.push(opened.body.id)
    }
  })
  await until(() => acknowledged.length > 50)
  void server.stop()
  await Promise.all([isEnding, ...callers])
  const again = await servers.start({ dataDir: server.dataDir, port: server.port })
  for (const id of acknowledged) expect((await api.get(id)).status).toBe(200)
  expect((await again.admin('audit', 'verify')).code).toBe(0)
})

test('a port that is taken is one line and exit code 1', async ({ servers }) => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const server = await servers.launch({ port })
  const { code } = await server.exited
  expect(code).toBe(1)
  expect(ownLinesOf(server)).toEqual([`Port ${port} is taken. Set PORT to another one.`])
  other.close()
})

test('wrong settings are one line each and exit code 1', async ({ servers }) => {
  const server = await servers.launch({
    env: { PORT: 'abc', LOG_LEVEL: 'loud', NEXTAUTH_SECRET: 'short', PUBLIC_URL: 'inbox' },
  })
  expect((await server.exited).code).toBe(1)
  const [title, ...lines] = linesOf(server.output())
  expect(title).toBe('Settings are wrong:')
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['LOG_LEVEL', 'NEXTAUTH_SECRET', 'PORT', 'PUBLIC_URL'])
})

test('a database that does not answer is one line and exit code 1', async ({ servers }) => {
  const server = await servers.launch({ databaseUrl: `postgres://nobody:secret@127.0.0.1:${await freePort()}/none` })
  expect((await server.exited).code).toBe(1)
  expect(ownLinesOf(server)).toEqual(['DATABASE_URL: the database does not answer.'])
})

verifies('D19.9 R2', 'the first start prints a link and one test key, the second no key', async ({ servers }) => {
  const server = await servers.start()
  const { link, key } = await firstStart(server)
  expect(link.startsWith(`${server.url}/sign-in/link#`)).toBe(true)
  expect(key).toMatch(/^vk_test_[0-9A-Za-z]{40}$/)
  expect(server.output().match(/vk_\w+/g)).toHaveLength(1)
  const api = apiAt(server.url, key)
  expect((await api.open()).status).toBe(201)
  expect((await api.list()).body.data).toHaveLength(1)
  expect(statSync(path.join(server.dataDir, 'nextauth-secret')).mode & 0o777).toBe(0o600)
  await server.stop()

  const again = await servers.start({ dataDir: server.dataDir, port: server.port })
  await until(() => again.output().includes('/sign-in/link#'))
  await again.stop()
  expect(again.output()).not.toContain('vk_')
  expect(again.output()).not.toContain(link)
})

for (const database of ['SQLite', 'PostgreSQL']) {
  test(`operator commands work beside a running server on ${database}, and count at once`, async ({ servers }) => {
    const databaseUrl = database === 'PostgreSQL' ? await servers.createDatabase() : undefined
    const server = await servers.start(databaseUrl ? { databaseUrl } : {})

    const made = await server.admin('key', '--name', 'CI', '--scope', 'all')
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^vk_test_\w{40}$/), stderr: '' })
    const api = apiAt(server.url, made.stdout)
    expect((await api.open()).status).toBe(201)
    const asker = await server.admin('key', '--name', 'bot', '--scope', 'ask', '--mode', 'live', '--agent', 'Concierge')
    expect(asker.stdout).toMatch(/^vk_live_\w{40}$/)
    expect((await apiAt(server.url, asker.stdout).list()).status).toBe(403)

    const person = await server.admin('person', '--email', 'Ada@Example.com', '--user-id', 'a', '--user-id', 'b')
    expect(person).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(person.stdout)).toHaveLength(1)
    const [page, token] = person.stdout.split('#')
    expect(page).toBe(`${server.url}/sign-in/link`)
    const described = await api.call('POST', '/api/sign-in-link', { body: { token } })
    expect(described.body).toEqual({ kind: 'person', email: 'ada@example.com', name: 'ada', has_password: false })

    expect(await server.admin('audit', 'verify')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+ rows, all in order\.$/),
      stderr: '',
    })
    expect(await server.admin('key', '--name', 'x', '--scope', 'root')).toMatchObject({ stdout: '' })
    expect((await server.admin('key', '--name', 'x', '--scope', 'root')).code).not.toBe(0)
    expect(await server.admin('person', '--email', 'no address')).toMatchObject({ code: 2, stdout: '' })
    await server.stop()
  })
}

test('a broken record is named by the operator command', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start)
  const { body: item } = await api.open()
  const file = path.join(server.dataDir, 'vestra.db')
  const { default: Database } = await import('better-sqlite3')
  const db = new Database(file, { timeout: 5_000 })
  db.prepare(`UPDATE audit SET facts_json = '{}' WHERE chain = ?`).run(item.id)
  db.close()
  expect(await server.admin('audit', 'verify')).toEqual({
    code: 1,
    stdout: '',
    stderr: `Broken: row 1 of ${item.id} was changed.`,
  })
})

verifies('C17 K18 K19', 'who waits hears of an end by another process on the SQLite file', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start)
  const { body: item } = await api.open()
  const polls = await startPolls(api, item.id, 4)
  const store = await openStore({
    databaseUrl: `file:${path.join(server.dataDir, 'vestra.db')}`,
    migrationsDir: path.resolve('prisma'),
  })
  expect((await store.end(endPlan(item.id, 'approved'))).result).toBe('ended')
  const endedAtMs = Date.now()
  for (const { body } of await Promise.all(polls)) expect(body).toMatchObject({ id: item.id, status: 'resolved' })
  expect(Date.now() - endedAtMs).toBeLessThan(1_000)
  await store.close()
})

test('/healthz and /readyz need no credential; /readyz knows what is missing', async ({ servers }) => {
  const server = await servers.start()
  const ask = async (target: string) => {
    const response = await fetch(`${server.url}${target}`)
    return { status: response.status, body: await response.json() }
  }
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })

  const { default: Database } = await import('better-sqlite3')
  const db = new Database(path.join(server.dataDir, 'vestra.db'), { timeout: 5_000 })
  db.exec('CREATE TABLE kept AS SELECT * FROM _prisma_migrations; DELETE FROM _prisma_migrations')
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { status: 'migrations pending' } })
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  db.exec('INSERT INTO _prisma_migrations SELECT * FROM kept; DROP TABLE kept')
  db.close()
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
})

test('a caller that goes away is waited for no longer', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start, { env: { LOG_LEVEL: 'info' } })
  const { body: item } = await api.open()
  const gone = new AbortController()
  const polls = await startPolls(api, item.id, 20, gone.signal)
  const endsOfPolls = () =>
    linesOf(server.output()).filter((line) => /"op":"get(Interaction|Result)"/.test(line) && line.includes(item.id))
  expect(endsOfPolls()).toEqual([])
  gone.abort()
  await Promise.allSettled(polls)
  await until(() => endsOfPolls().length === 20, 3_000)
  expect((await api.answer(item.id, { approve: true })).status).toBe(200)
})

test('a server whose output nobody reads any more serves on, comes to rest and ends cleanly', async ({ servers }) => {
  const { server, api } = await startWithKey(servers.start, { env: { LOG_LEVEL: 'info' } })
  server.closeOutput()
  const isPrinted = { 'Next-Action': '0'.repeat(42), 'Content-Type': 'text/plain;charset=UTF-8' }
  for (let n = 0; n < 3; n++) {
    await (await fetch(`${server.url}/sign-in`, { method: 'POST', headers: isPrinted, body: '[]' })).text()
  }
  expect((await api.open()).status).toBe(201)
  const processorTicks = () => {
    const [, numbers = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
    const fields = numbers.split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  let ticks = Number.NaN
  const isAtRest = () => {
    const before = ticks
    ticks = processorTicks()
    return ticks === before
  }
  for (let looks = 0; looks < 10; looks++) await until(isAtRest)
  expect(await server.stop()).toMatchObject({ code: 0 })
})
