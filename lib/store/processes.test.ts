import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestStore, dialects, endPlan, newItem, openPlan, type TestStore, writeItems } from '@/lib/testing/store'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const started: ChildProcess[] = []

function start(args: string[], settings: Record<string, string> = {}) {
  const env = [...Object.entries(settings)].map(([name, value]) => `${name}=${value}`)
  const child = spawn('env', [...env, process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  return child
}

/** Runs a few lines of our own code in a process of its own. @returns what they print */
async function run(args: string[], env?: Record<string, string>): Promise<string> {
  const child = start(args, env)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return output
}

const inline = (program: string, ...args: string[]) => [
  '--import',
  'tsx',
  '--input-type=module',
  '-e',
  program,
  ...args,
]

const writer = `
  const { writeItems } = await import('./lib/testing/store.ts')
  const [url, count] = process.argv.slice(1)
  console.log(JSON.stringify(await writeItems(url, Number(count))))`

describe.each(dialects)('several processes on one %s', (dialect) => {
  let db: TestStore

  beforeAll(async () => {
    db = await createTestStore(dialect)
  })
  afterAll(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
    await db.drop()
  })

  test('all that each of them wrote stands, and the record is in order', async () => {
    const [ours, ...theirs] = await Promise.all([
      writeItems(db.databaseUrl, 100),
      ...[100, 100].map(
        async (count) => JSON.parse(await run(inline(writer, db.databaseUrl, String(count)))) as string[],
      ),
    ])
    const ids = [ours, ...theirs].flat()
    expect(new Set(ids).size).toBe(300)
    for (const id of ids) expect(await db.store.findItem(id)).toMatchObject({ decision: 'approved' })
    expect(await db.store.verifyAudit()).toEqual({ rows: 600, fault: null })
  })

  test('the command line makes keys while another process writes', async () => {
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++) await db.store.open(openPlan(newItem({ userId: `user ${n % 100}` })))
    })()
    const env = { DATABASE_URL: db.databaseUrl, NEXTAUTH_SECRET: 'a secret of the tests, long enough' }
    const secrets = await Promise.all(
      ['a', 'b', 'c'].map((name) => run(['.build/cli/main.js', 'admin', 'key', '--name', name, '--scope', 'all'], env)),
    )
    isWriting = false
    await writing
    expect(secrets.map((secret) => secret.trim())).toEqual(secrets.map(() => expect.stringMatching(/^vk_test_\w{40}$/)))
    expect(await db.sql(`SELECT name FROM api_key ORDER BY name`)).toEqual([
      { name: 'a' },
      { name: 'b' },
      { name: 'c' },
    ])
    expect((await db.store.readAudit('deployment')).map(({ action }) => action)).toEqual(Array(3).fill('key.created'))
  })

  test('who waits is told that another process ended an item (D8)', async () => {
    const other = await db.openAnother()
    const item = newItem()
    await db.store.open(openPlan(item))
    const hints: unknown[] = []
    let hinted = () => {}
    const stop = db.store.onForeignChange((ids) => {
      hints.push(ids)
      hinted()
    })
    const isTold = async () => {
      const untilMs = Date.now() + 5_000
      while (Date.now() < untilMs) {
        if (hints.some((ids) => ids === 'unknown' || (ids as string[]).includes(item.id))) return true
        await new Promise<void>((resolve) => {
          hinted = resolve
          setTimeout(resolve, 100)
        })
      }
      return false
    }
    await other.end(endPlan(item.id, 'approved'))
    other.announce(item.id)
    expect(await isTold()).toBe(true)
    stop()
  })
})

test('a process that is killed while it writes to the SQLite file leaves no lock and no half of a change', async () => {
  const db = await createTestStore('sqlite')
  const holder = start(
    inline(
      `const { default: Database } = await import('better-sqlite3')
       const db = new Database(process.argv[1])
       db.exec("BEGIN IMMEDIATE; INSERT INTO setting (name, value) VALUES ('half', 'x')")
       console.log('holds')
       setInterval(() => {}, 1000)`,
      db.databaseUrl.slice('file:'.length),
    ),
  )
  await once(holder.stdout, 'data')
  const waiting = db.store.ensureSetting('whole', 'x')
  const first = await Promise.race([waiting, sleep(200, 'still waits')])
  expect(first).toBe('still waits')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await waiting).toBe('x')
  expect(await db.sql('SELECT name FROM setting')).toEqual([{ name: 'whole' }])
  await db.drop()
})
