import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '@/lib/testing/postgres'
import { applyMigrations, type MigrationSession, pendingMigrations } from './migrate'

type Connection = { session: MigrationSession; close: () => Promise<void> }
type TestDatabase = { connect: () => Promise<Connection>; drop: () => Promise<void> }

const scratch = await mkdtemp(path.join(tmpdir(), 'vestra-migrate-'))
afterAll(() => rm(scratch, { recursive: true }))

async function sqlite(): Promise<TestDatabase> {
  const file = path.join(await mkdtemp(path.join(scratch, 'db-')), 'test.db')
  return {
    connect: async () => {
      const db = new Database(file, { timeout: 10 })
      db.pragma('foreign_keys = ON')
      const session: MigrationSession = {
        dialect: 'sqlite',
        exec: async (sql) => void db.exec(sql),
        query: async (sql, params) => {
          const statement = db.prepare<unknown[], Record<string, unknown>>(sql)
          if (statement.reader) return statement.all(...params)
          statement.run(...params)
          return []
        },
      }
      return { session, close: async () => void db.close() }
    },
    drop: async () => {},
  }
}

async function postgresql(): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase()
  return {
    connect: async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const session: MigrationSession = {
        dialect: 'postgresql',
        exec: async (sql) => void (await client.query(sql)),
        query: async (sql, params) => (await client.query(sql, params)).rows,
      }
      return { session, close: () => client.end() }
    },
    drop,
  }
}

async function migrations(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(path.join(scratch, 'migrations-'))
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(path.join(dir, name))
    await writeFile(path.join(dir, name, 'migration.sql'), sql)
  }
  return dir
}

const first = { '1_parent': 'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE other (id INTEGER)' }
const second = { ...first, '2_more': 'INSERT INTO parent VALUES (1); INSERT INTO parent VALUES (2)' }

describe.each([
  { dialect: 'sqlite', create: sqlite, shipped: 'prisma/sqlite/migrations' },
  { dialect: 'postgresql', create: postgresql, shipped: 'prisma/migrations' },
])('$dialect', ({ create, shipped }) => {
  let database: TestDatabase
  const open: Connection[] = []

  const connect = async () => {
    const connection = await database.connect()
    open.push(connection)
    return connection.session
  }
  const emptyDatabase = async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()))
    await database?.drop()
    database = await create()
  }

  beforeAll(emptyDatabase)
  afterAll(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()))
    await database.drop()
  })

  test('the shipped migrations apply once and then nothing is pending', async () => {
    const db = await connect()
    const names = await pendingMigrations(db, shipped)
    expect(names[0]).toMatch(/_init$/)
    expect(await applyMigrations(db, shipped)).toEqual(names)
    expect(await applyMigrations(db, shipped)).toEqual([])
    expect(await pendingMigrations(db, shipped)).toEqual([])
    const [row] = await db.query('SELECT * FROM "_prisma_migrations"', [])
    expect(row).toMatchObject({ migration_name: names[0], applied_steps_count: 1, logs: null, rolled_back_at: null })
    expect(row?.checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(Number(row?.finished_at)).toBeGreaterThanOrEqual(Number(row?.started_at))
  })

  test('only what is new is applied', async () => {
    await emptyDatabase()
    const db = await connect()
    expect(await applyMigrations(db, await migrations(first))).toEqual(['1_parent'])
    expect(await applyMigrations(db, await migrations(second))).toEqual(['2_more'])
    expect(await db.query('SELECT id FROM parent ORDER BY id', [])).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('of several runners at once one applies', async () => {
    await emptyDatabase()
    const dir = await migrations(second)
    const sessions = await Promise.all([connect(), connect(), connect()])
    const applied = await Promise.all(sessions.map((session) => applyMigrations(session, dir)))
    expect(applied.flat()).toEqual(['1_parent', '2_more'])
  })

  test('a failing migration changes nothing, and applies once it is mended', async () => {
    await emptyDatabase()
    const db = await connect()
    const broken = await migrations({
      ...first,
      '2_more': 'INSERT INTO parent VALUES (1); INSERT INTO nowhere VALUES (1)',
    })
    await expect(applyMigrations(db, broken)).rejects.toThrow('migration 2_more failed, nothing was changed')
    expect(await pendingMigrations(db, broken)).toEqual(['1_parent', '2_more'])
    expect(await applyMigrations(db, await migrations(second))).toEqual(['1_parent', '2_more'])
  })

  test('a migration that was changed after it was applied is refused', async () => {
    await emptyDatabase()
    const db = await connect()
    await applyMigrations(db, await migrations(first))
    const changed = await migrations({ '1_parent': 'CREATE TABLE parent (id TEXT)' })
    await expect(applyMigrations(db, changed)).rejects.toThrow('1_parent was changed after it was applied')
    await expect(pendingMigrations(db, changed)).rejects.toThrow('1_parent was changed after it was applied')
  })

  test('a migration that Prisma left unfinished is refused', async () => {
    await emptyDatabase()
    const db = await connect()
    await applyMigrations(db, await migrations(first))
    await db.exec('UPDATE "_prisma_migrations" SET finished_at = NULL')
    await expect(applyMigrations(db, await migrations(second))).rejects.toThrow('1_parent failed earlier')
  })
})

describe('sqlite', () => {
  const withChild = {
    '1_tables': `CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (parent_id INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE);
      INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1)`,
  }

  test('a table that is dropped and remade keeps the rows that refer to it', async () => {
    const { session, close } = await (await sqlite()).connect()
    await applyMigrations(session, await migrations(withChild))
    const remake = `PRAGMA foreign_keys=OFF;
      CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO new_parent (id) SELECT id FROM parent;
      DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;
      PRAGMA foreign_keys=ON;`
    await applyMigrations(session, await migrations({ ...withChild, '2_remake': remake }))
    expect(await session.query('SELECT * FROM child', [])).toEqual([{ parent_id: 1 }])
    expect(await session.query('PRAGMA foreign_keys', [])).toEqual([{ foreign_keys: 1 }])
    await close()
  })

  test('migrations that break a reference are undone', async () => {
    const { session, close } = await (await sqlite()).connect()
    const dir = await migrations({ ...withChild, '2_break': 'DELETE FROM parent' })
    await expect(applyMigrations(session, dir)).rejects.toThrow('rows of "child"')
    expect(await pendingMigrations(session, dir)).toEqual(['1_tables', '2_break'])
    await close()
  })
})
