import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, postgresTools } from '@/lib/testing/postgres'
import { createTestStore, endPlan, newItem, openPlan, type TestStore } from '@/lib/testing/store'
import { openStore, type Store } from './store'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const migrationsDir = path.resolve('prisma')
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'vestra-backup-'))
  // The tools of PostgreSQL may run as another user.
  await chmod(dir, 0o777)
})
afterAll(() => rm(dir, { recursive: true }))

/** `vestra admin …` as a process of its own, beside whoever serves the store. */
async function admin(databaseUrl: string, ...words: string[]) {
  const settings = [`DATABASE_URL=${databaseUrl}`, `DATA_DIR=${dir}`, `NEXTAUTH_SECRET=${'x'.repeat(40)}`]
  const args = [process.execPath, '--import', 'tsx', 'lib/cli/main.ts', 'admin', ...words]
  const child = spawn('env', [...settings, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, faults, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output, faults, code }
}

/** Opens and answers items one after the other until told to stop; an id counts once both are acknowledged. */
function writeOn(store: Store) {
  const acknowledged: string[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const item = newItem()
      await store.open(openPlan(item))
      await store.end(endPlan(item.id, 'approved'))
      acknowledged.push(item.id)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      await done
    },
  }
}

async function expectWhole(store: Store, ids: readonly string[]) {
  expect((await store.verifyAudit()).fault).toBeNull()
  for (const id of ids) expect((await store.findItem(id))?.decision).toBe('approved')
  const item = newItem()
  await store.open(openPlan(item))
  const events = await store.readEvents({ mode: 'test' }, { tx: -1, seq: -1 }, 100_000)
  expect(events.at(-1)?.item.id).toBe(item.id)
}

describe('a backup of SQLite', () => {
  let db: TestStore
  beforeAll(async () => {
    db = await createTestStore('sqlite')
  })
  afterAll(() => db.drop())

  test('is whole, though the server writes all the while, and is restored by putting it in place', async () => {
    const file = path.join(dir, 'backup.db')
    const writer = writeOn(db.store)
    await vi.waitUntil(() => writer.acknowledged.length > 50, { timeout: 30_000 })
    const before = [...writer.acknowledged]
    const { output, code } = await admin(db.databaseUrl, 'backup', file)
    expect({ output, code }).toEqual({ output: expect.stringContaining(`Backed up into ${file}`), code: 0 })
    await writer.stop()
    expect(writer.acknowledged.length).toBeGreaterThan(before.length)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(dir)).filter((name) => name.startsWith('backup.db'))).toEqual(['backup.db'])

    const restored = path.join(dir, 'restored.db')
    await copyFile(file, restored)
    const store = await openStore({ databaseUrl: `file:${restored}`, migrationsDir })
    expect(await store.pendingMigrations()).toEqual([])
    await store.adoptEvents()
    await expectWhole(store, before)
    await store.close()
  })

  test('goes into no file that is there', async () => {
    const { faults, code } = await admin(db.databaseUrl, 'backup', path.join(dir, 'backup.db'))
    expect({ faults, code }).toEqual({
      faults: expect.stringMatching(/is there already\. Name a new file\.\n$/),
      code: 1,
    })
  })

  test('leaves nothing behind when there is no room for it', async () => {
    const { code } = await admin(db.databaseUrl, 'backup', path.join(dir, 'nowhere', 'backup.db'))
    expect(code).toBe(1)
    expect(await readdir(dir)).not.toContain('nowhere')
  })

  test('an export is a file of its owner, and an import fills another store with it', async () => {
    const file = path.join(dir, 'export.jsonl')
    expect(await admin(db.databaseUrl, 'export', file)).toMatchObject({ code: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await admin(db.databaseUrl, 'export', file)).toMatchObject({ code: 1 })
    const target = await createTestDatabase()
    const rows = (await readFile(file, 'utf8')).trimEnd().split('\n').length - 2
    expect(await admin(target.url, 'import', file)).toMatchObject({
      output: `${rows} rows are in; the record is in order.\n`,
      code: 0,
    })
    expect(await admin(target.url, 'import', file)).toMatchObject({
      faults: expect.stringContaining('The store is not empty'),
      code: 1,
    })
    await target.drop()
  })
})

describe('a backup of PostgreSQL', () => {
  const run = (tool: string, ...args: string[]) => promisify(execFile)(path.join(postgresTools ?? '', tool), args)
  let db: TestStore
  beforeAll(async () => {
    db = await createTestStore('postgresql')
  })
  afterAll(() => db.drop())

  test('is made by its own tool, as the command says', async () => {
    const { faults, code } = await admin(db.databaseUrl, 'backup', '/backups/it is.dump')
    expect(code).toBe(1)
    expect(faults).toContain(`pg_dump --format=custom --file='/backups/it is.dump' "$DATABASE_URL"`)
  })

  const withTools = test.skipIf(postgresTools === undefined)
  withTools('is whole, though the server writes all the while, and is restored into a new database', async () => {
    const file = path.join(dir, 'backup.dump')
    const writer = writeOn(db.store)
    await vi.waitUntil(() => writer.acknowledged.length > 50, { timeout: 30_000 })
    const before = [...writer.acknowledged]
    await run('pg_dump', '--format=custom', `--file=${file}`, db.databaseUrl)
    await writer.stop()

    const fresh = await createTestDatabase()
    await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${fresh.url}`, file)
    const store = await openStore({ databaseUrl: fresh.url, migrationsDir })
    expect(await store.pendingMigrations()).toEqual([])
    await store.adoptEvents()
    await expectWhole(store, before)
    await store.close()
    await fresh.drop()
  })
})
