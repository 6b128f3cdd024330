import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openStore } from '@/lib/store/store'
import { answerBody, clientOf, open, percentile, type Target, throughput, wakeLatencies } from './load'
import { measurePages } from './pages'
import { seed } from './seed'
import { type Running, startFloor, startVestra } from './servers'

/**
 * Measures answer-to-wake, open + answer, and list against floors started in the same run, interleaved, on both
 * databases and through both mounts, and how quick the inbox feels in a browser. Prints JSON lines, then a table.
 * Loopback only, bounded in time and count.
 *
 * `npm run bench -- [sqlite|postgres|pages] [--quick]`
 */
type Subject = 'floor' | 'own' | 'next'
type Database = 'sqlite' | 'postgres'

// Plain JavaScript, since it also runs before anything is installed.
const bootstrapPostgres: string = new URL('../bootstrap/postgres.mjs', import.meta.url).href

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const allParts = ['sqlite', 'postgres', 'pages'] as const
const isNamed = allParts.some((part) => args.includes(part))
const parts = allParts.filter((part) => !isNamed || args.includes(part))
const rounds = isQuick ? 1 : 3
const segmentMs = isQuick ? 1_000 : 2_000
const wakeTries = isQuick ? 20 : 100
const warmUpTries = isQuick ? 100 : 500
const sizes = isQuick ? [10_000] : [10_000, 1_000_000]

interface Figure {
  database: Database
  measure: string
  unit: string
  /** For rates more is better, for times less. */
  values: Partial<Record<Subject, number>>
}

const figures: Figure[] = []
const median = (values: number[]) =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

function record(figure: Figure) {
  figures.push(figure)
  console.log(JSON.stringify(figure))
}

async function interleaved(subjects: Record<Subject, Running>, measure: (target: Target) => Promise<number[]>) {
  const taken = { floor: [], own: [], next: [] } as Record<Subject, number[][]>
  for (let round = 0; round < rounds; round++) {
    for (const subject of ['floor', 'own', 'next'] as const) {
      taken[subject].push(await measure(subjects[subject].target))
    }
  }
  return (at: number) =>
    Object.fromEntries(
      Object.entries(taken).map(([subject, runs]) => [subject, median(runs.map((run) => run[at] ?? Number.NaN))]),
    )
}

/** What runs for days is measured warm, the floors as well. */
async function warmUp(target: Target) {
  await wakeLatencies(target, 1, warmUpTries)
  await pairsPerSecond(target)
}

async function pairsPerSecond(target: Target): Promise<number> {
  const client = clientOf(target, 32)
  const rate = await throughput(32, segmentMs, async () => {
    const id = await open(client)
    await client.call('POST', `/v1/interactions/${id}/answer`, answerBody)
  })
  await client.close()
  return rate
}

async function measureAll(
  database: Database,
  subjects: Record<Subject, Running>,
  grow: (from: number, to: number) => Promise<void>,
) {
  for (const { target } of Object.values(subjects)) await warmUp(target)
  for (const waiters of [1, 500]) {
    const at = await interleaved(subjects, async (target) => {
      const latencies = await wakeLatencies(target, waiters, wakeTries)
      return [percentile(latencies, 0.5), percentile(latencies, 0.99)]
    })
    record({ database, measure: `answer to wake, ${waiters} waiting, p50`, unit: 'ms', values: at(0) })
    record({ database, measure: `answer to wake, ${waiters} waiting, p99`, unit: 'ms', values: at(1) })
  }
  const pairs = await interleaved(subjects, async (target) => [await pairsPerSecond(target)])
  record({ database, measure: 'open + answer pairs, 32 callers', unit: '/s', values: pairs(0) })
  let size = 0
  for (const next of sizes) {
    await grow(size, next)
    size = next
    const lists = await interleaved(subjects, async (target) => {
      const client = clientOf(target, 16)
      const rate = await throughput(16, segmentMs, async () => {
        await client.call('GET', '/v1/interactions?limit=20')
      })
      await client.close()
      return [rate]
    })
    record({
      database,
      measure: `list of 20 among ${next.toLocaleString('en')}, 16 callers`,
      unit: '/s',
      values: lists(0),
    })
  }
  const memory = { own: await subjects.own.memoryMiB(), next: await subjects.next.memoryMiB() }
  record({ database, measure: `memory after all of this`, unit: 'MiB', values: memory })
  record({
    database,
    measure: 'process start to ready',
    unit: 'ms',
    values: { own: subjects.own.readyMs, next: subjects.next.readyMs },
  })
}

function admin(databaseUrl: string, dataDir: string, ...args: string[]): string {
  const environment = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const command = ['.build/cli/main.js', 'admin', ...args]
  return execFileSync(process.execPath, command, { env: environment, encoding: 'utf8' }).trim()
}

const makeKey = (databaseUrl: string, dataDir: string) =>
  admin(databaseUrl, dataDir, 'key', '--name', 'bench', '--scope', 'all', '--agent', 'Bench')

async function runOn(database: Database, urls: Record<Subject, string>, dataDir: string) {
  for (const databaseUrl of Object.values(urls)) {
    const store = await openStore({ databaseUrl, migrationsDir: 'prisma' })
    await store.migrate()
    await store.close()
  }
  const subjects = {
    floor: await startFloor(urls.floor),
    own: await startVestra({ databaseUrl: urls.own, dataDir, key: makeKey(urls.own, dataDir), mount: 'own' }),
    next: await startVestra({ databaseUrl: urls.next, dataDir, key: makeKey(urls.next, dataDir), mount: 'next' }),
  }
  try {
    await measureAll(database, subjects, async (from, to) => {
      for (const url of Object.values(urls)) await seed(url, from, to)
    })
  } finally {
    await Promise.all(Object.values(subjects).map((subject) => subject.stop()))
  }
}

async function onPostgres(dataDir: string) {
  const { startPostgres } = (await import(bootstrapPostgres)) as {
    startPostgres: () => Promise<{ url: string; stop(): Promise<void> }>
  }
  const server = await startPostgres()
  const admin = new pg.Client(server.url)
  await admin.connect()
  const names = {
    floor: `bench_floor_${process.pid}`,
    own: `bench_own_${process.pid}`,
    next: `bench_next_${process.pid}`,
  }
  try {
    const urls = {} as Record<Subject, string>
    for (const [subject, name] of Object.entries(names)) {
      await admin.query(`CREATE DATABASE ${name}`)
      const url = new URL(server.url)
      url.pathname = name
      urls[subject as Subject] = url.href
    }
    await runOn('postgres', urls, dataDir)
  } finally {
    for (const name of Object.values(names)) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
    await server.stop()
  }
}

/** The inbox in a browser, on SQLite with 10,000 items that wait. */
async function onPages(dir: string) {
  const databaseUrl = `file:${dir}/pages.db`
  const store = await openStore({ databaseUrl, migrationsDir: 'prisma' })
  await store.migrate()
  await store.close()
  const own = await startVestra({ databaseUrl, dataDir: dir, key: makeKey(databaseUrl, dir), mount: 'own' })
  try {
    await seed(databaseUrl, 0, 10_000)
    const url = own.target.url.replace('127.0.0.1', 'localhost')
    const person = ['person', '--email', 'bench@example.com', '--role', 'admin', '--user-id', 'seed-1']
    const link = `${url}/sign-in/link${new URL(admin(databaseUrl, dir, ...person)).hash}`
    for (const { measure, unit, value } of await measurePages({ ...own.target, url }, link)) {
      record({ database: 'sqlite', measure, unit, values: { own: value } })
    }
  } finally {
    await own.stop()
  }
}

function printTable() {
  const cell = (value: number | undefined) =>
    value === undefined ? '' : value < 100 ? value.toFixed(2) : value.toFixed(0)
  const ratio = (value: number | undefined, floor: number | undefined) =>
    value === undefined || floor === undefined ? '' : `${(value / floor).toFixed(2)}×`
  console.table(
    figures.map(({ database, measure, unit, values }) => ({
      database,
      measure,
      unit,
      floor: cell(values.floor),
      own: cell(values.own),
      'own/floor': ratio(values.own, values.floor),
      next: cell(values.next),
      'next/floor': ratio(values.next, values.floor),
    })),
  )
}

const dir = mkdtempSync(path.join(tmpdir(), 'vestra-bench-'))
try {
  if (parts.includes('sqlite')) {
    const urls = { floor: `file:${dir}/floor.db`, own: `file:${dir}/own.db`, next: `file:${dir}/next.db` }
    await runOn('sqlite', urls, dir)
  }
  if (parts.includes('postgres')) await onPostgres(dir)
  if (parts.includes('pages')) await onPages(dir)
  printTable()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
