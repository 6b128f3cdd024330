import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { firstStart, type ServerOptions, type Servers, test, until } from '@/e2e/server'
import { apiAt } from './api'
import { acknowledged, burst, expectKept, expectOnce, newLedger, settle } from './ledger'

test.describe.configure({ timeout: 300_000 })

const callers = 16

/** Kills the server in the middle of a burst, again and again on the same data. */
async function crash(servers: Servers, options: ServerOptions, rounds: number) {
  const all = newLedger()
  let server = await servers.start(options)
  const sameAgain = { ...options, dataDir: server.dataDir, port: server.port }
  const api = apiAt(server.url, (await firstStart(server)).key)
  for (let round = 0; round < rounds; round++) {
    const ledger = newLedger()
    const enough = 40 + Math.floor(Math.random() * 120)
    const isOver = burst(api, ledger, callers, () => true)
    await until(() => acknowledged(ledger) >= enough, 30_000)
    await server.stop('SIGKILL')
    await isOver
    server = await servers.start(sameAgain)
    await settle(api, ledger)
    await expectKept(api, ledger)
    const [again] = [...ledger.answered]
    if (again) {
      const { status, body } = await api.answer(again[0], { approve: true })
      expect(status).toBe(409)
      expect(body.error).toMatchObject({ code: 'already_resolved', details: { decision: again[1] } })
    }
    for (const id of ledger.opened) all.opened.add(id)
    for (const [id, decision] of ledger.answered) all.answered.set(id, decision)
  }
  expect(await server.admin('audit', 'verify')).toMatchObject({ code: 0, stderr: '' })
  return { all, server, api }
}

test('SQLite: after kill -9 in a burst, ten times over, all that was acknowledged is there, once', async ({
  servers,
}) => {
  const { all, server } = await crash(servers, {}, 10)
  const db = new Database(path.join(server.dataDir, 'vestra.db'), { timeout: 5_000 })
  await expectOnce(async (text) => db.prepare<[], Record<string, unknown>>(text).all(), all)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
})

test('PostgreSQL: after kill -9 in a burst, three times over, all that was acknowledged is there, once', async ({
  servers,
}) => {
  const databaseUrl = await servers.createDatabase()
  const { all } = await crash(servers, { databaseUrl }, 3)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await expectOnce(async (text) => (await client.query(text)).rows, all)
  await client.end()
})

test('PostgreSQL itself crashes in a burst: callers who retry lose nothing, and the server needs no restart', async ({
  servers,
}) => {
  const database = await startOwnPostgres()
  try {
    const server = await servers.start({ databaseUrl: database.url })
    const api = apiAt(server.url, (await firstStart(server)).key)
    const ledger = newLedger()
    let isOver = false
    const writing = burst(api, ledger, callers, () => !isOver)
    for (let round = 0; round < 3; round++) {
      const enough = acknowledged(ledger) + 60
      await until(() => acknowledged(ledger) >= enough, 30_000)
      await killOneBackend(database.url)
    }
    const enough = acknowledged(ledger) + 60
    await until(() => acknowledged(ledger) >= enough, 30_000)
    isOver = true
    await writing
    expect(ledger.unsure).toEqual([])
    await expectKept(api, ledger)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.admin('audit', 'verify')).toMatchObject({ code: 0, stderr: '' })
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await expectOnce(async (text) => (await client.query(text)).rows, ledger)
    await client.end()

    await database.stop()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await api.list()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    const exit = await server.stop()
    expect(exit, server.output()).toMatchObject({ code: 0 })
    expect(exit.ms).toBeLessThan(2_000)
  } finally {
    await database.stop()
  }
})

/** A crash of one backend takes all databases of its server down for a moment, so this server is ours alone. */
async function startOwnPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { startPostgres } = await import(pathToFileURL('lib/bootstrap/postgres.mjs').href)
  const given = process.env.TEST_DATABASE_URL
  delete process.env.TEST_DATABASE_URL
  try {
    return await startPostgres()
  } finally {
    if (given !== undefined) process.env.TEST_DATABASE_URL = given
  }
}

/** PostgreSQL answers the death of one of its processes by ending all connections and recovering from its log. */
async function killOneBackend(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'vestra-inbox' AND state <> 'idle' LIMIT 1`,
  )
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  await client.end().catch(() => {})
}
