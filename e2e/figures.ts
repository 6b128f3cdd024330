import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { answerBody, clientOf, open, throughput } from '@/lib/bench/load'
import { firstStart, makeServers, type Server, type ServerOptions } from './server'

/**
 * A few figures of the built server on this machine, on both databases; `npx tsx e2e/figures.ts`. Loopback only, a few
 * seconds each. `npm run bench` compares with floors; this says what one may expect.
 */
const seconds = 3
const items = 1_000
const env = { LIMIT_PENDING_PER_USER: '1000000', LIMIT_PENDING_TOTAL: '1000000' }

const { servers, end } = makeServers()

function residentMb({ pid }: Server): number {
  const [, kb] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/) ?? []
  return Math.round(Number(kb) / 1024)
}

async function startTimed(options: ServerOptions) {
  const sinceMs = performance.now()
  const server = await servers.start(options)
  return { server, ms: Math.round(performance.now() - sinceMs) }
}

async function measure(database: string, options: ServerOptions) {
  const first = await startTimed({ ...options, env })
  const { key } = await firstStart(first.server)
  await first.server.stop()
  const { server, ms } = await startTimed({ ...options, env, dataDir: first.server.dataDir })
  const idleMb = residentMb(server)

  const client = clientOf({ url: server.url, key }, 32)
  const sinceMs = performance.now()
  for (let n = 0; n < items; n += 20) await Promise.all(Array.from({ length: 20 }, () => open(client)))
  const openMs = performance.now() - sinceMs
  const openedMb = residentMb(server)
  const pairs = await throughput(32, seconds * 1_000, async () => {
    const id = await open(client)
    await client.call('POST', `/v1/interactions/${id}/answer`, answerBody)
  })
  const lists = await throughput(16, seconds * 1_000, async () => {
    await client.call('GET', '/v1/interactions?limit=20')
  })
  console.table({
    [database]: {
      'first start, ms': first.ms,
      'start, ms': ms,
      'RSS idle, MB': idleMb,
      [`RSS after ${items} items, MB`]: openedMb,
      'RSS at the end, MB': residentMb(server),
      'opens/s, 20 callers': Math.round((items / openMs) * 1_000),
      'open + answer pairs/s, 32 callers': Math.round(pairs),
      'lists of 20/s, 16 callers': Math.round(lists),
    },
  })
  await client.close()
  await server.stop()
}

const { startPostgres } = await import(pathToFileURL('lib/bootstrap/postgres.mjs').href)
const postgres = await startPostgres()
process.env.TEST_DATABASE_URL = postgres.url
try {
  await measure('SQLite', {})
  await measure('PostgreSQL', { databaseUrl: await servers.createDatabase() })
} finally {
  await end()
  await postgres.stop()
}
