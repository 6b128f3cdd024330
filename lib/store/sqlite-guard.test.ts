import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applyMigrations } from './migrate'
import { type PrismaClient, prismaOnSqlite } from './prisma'
import { type Command, query } from './sql'
import { openSqlite } from './sqlite-driver'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** What Prisma's own adapter gets wrong on one shared connection (stack.md, "SQLite through Prisma"). */
describe('the one SQLite connection that Prisma and the commands share', () => {
  let dir: string
  let file: string
  let driver: Awaited<ReturnType<typeof openSqlite>>
  let prisma: PrismaClient

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'vestra-guard-'))
    file = path.join(dir, 'test.db')
    driver = await openSqlite(file)
    const { writer } = driver
    const session = {
      dialect: 'sqlite',
      exec: async (sql: string) => void writer.exec(sql),
      query: async (sql: string, params: unknown[]) => {
        const statement = writer.prepare<unknown[], Record<string, unknown>>(sql)
        if (statement.reader) return statement.all(...params)
        statement.run(...params)
        return []
      },
    } as const
    await applyMigrations(session, path.resolve('prisma/sqlite/migrations'))
    prisma = await prismaOnSqlite(driver.prismaFactory)
  })
  afterEach(async () => {
    await prisma.$disconnect()
    await driver.close()
    await rm(dir, { recursive: true })
  })

  const set = (name: string) =>
    driver.run(function* (): Command<void> {
      yield* query('INSERT INTO setting (name, value) VALUES (?, ?)', name, 'x')
    })
  /** A query of Prisma runs only once somebody waits for it. */
  const begun = <T>(query: PromiseLike<T>) => Promise.resolve(query)
  const add = (on: Pick<PrismaClient, 'setting'>, name: string) =>
    begun(on.setting.create({ data: { name, value: 'x' } }))
  /** What another process sees: the truth on the disk. */
  const committed = () => {
    const other = new Database(file, { readonly: true })
    const rows = other.prepare<[], { name: string }>('SELECT name FROM setting ORDER BY name').all()
    other.close()
    return rows.map(({ name }) => name)
  }
  const read = async () => (await driver.read('SELECT name FROM setting ORDER BY name')).map(({ name }) => name)
  const turn = () => new Promise(setImmediate)

  test('is as durable as SQLite can be', () => {
    expect(driver.writer.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(Number(driver.writer.pragma('synchronous', { simple: true }))).toBe(2)
    expect(Number(driver.writer.pragma('foreign_keys', { simple: true }))).toBe(1)
  })

  test('writes from outside survive when the transaction beside them rolls back', async () => {
    let outside: Promise<unknown>[] = []
    const rolledBack = prisma.$transaction(async (tx) => {
      await add(tx, 'inside')
      outside = [set('a command'), add(prisma, 'a query of Prisma'), set('another command')]
      for (let n = 0; n < 20; n++) await turn()
      await add(tx, 'inside too')
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await Promise.all(outside)
    expect(committed()).toEqual(['a command', 'a query of Prisma', 'another command'])
  })

  test('reads never see rows that are not committed', async () => {
    let during: unknown
    let prismaRead: Promise<unknown> | undefined
    const rolledBack = prisma.$transaction(async (tx) => {
      await add(tx, 'inside')
      prismaRead = begun(prisma.setting.findMany())
      for (let n = 0; n < 20; n++) await turn()
      during = await read()
      expect(await tx.setting.count()).toBe(1)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(during).toEqual([])
    expect(await prismaRead).toEqual([])
  })

  test('a transaction commits as a whole, and is seen after it', async () => {
    await prisma.$transaction(async (tx) => {
      await add(tx, 'one')
      await add(tx, 'two')
      expect(await read()).toEqual([])
    })
    expect(await read()).toEqual(['one', 'two'])
    expect(committed()).toEqual(['one', 'two'])
  })

  test('a transaction whose COMMIT fails is undone, and the store goes on', async () => {
    const failed = prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON')
      await add(tx, 'inside')
      await addOrphan(tx)
    })
    await expect(failed).rejects.toThrow(/FOREIGN KEY|Foreign key/i)
    expect(driver.writer.inTransaction).toBe(false)
    await set('afterwards')
    await add(prisma, 'and Prisma')
    expect(committed()).toEqual(['afterwards', 'and Prisma'].sort())
  })

  test('when the COMMIT of a batch fails each caller is told, once, and the store goes on', async () => {
    let runs = 0
    const results = await Promise.allSettled([
      set('beside it'),
      driver.run(function* (): Command<void> {
        runs++
        yield* query('PRAGMA defer_foreign_keys = ON')
        yield* query(
          `INSERT INTO person_session (id, person_id, method, created_at, expires_at) VALUES ('s', 'none', 'link', 1, 1)`,
        )
      }),
      set('beside it too'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(runs).toBe(1)
    expect(committed()).toEqual([])
    await set('afterwards')
    expect(committed()).toEqual(['afterwards'])
  })

  test('a transaction that gave up waiting does not keep the store', async () => {
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const holder = prisma.$transaction(async () => isHeld)
    const late = prisma.$transaction(async (tx) => add(tx, 'late'), { maxWait: 50 })
    await expect(late).rejects.toThrow(/Unable to start a transaction/)
    letGo()
    await holder
    await set('afterwards')
    expect(committed()).toEqual(['afterwards'])
  })

  test('a transaction that takes too long is undone, and lets the next one in', async () => {
    let outside: Promise<void> | undefined
    const slow = prisma.$transaction(
      async (tx) => {
        await add(tx, 'inside')
        outside = set('outside')
        await outside
        await add(tx, 'too late')
      },
      { timeout: 100 },
    )
    await expect(slow).rejects.toThrow(/expired|timeout/i)
    await outside
    expect(committed()).toEqual(['outside'])
  })

  test('waits while another process writes, for commands and for Prisma', async () => {
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const waiting = [set('a command'), add(prisma, 'a query'), prisma.$transaction(async (tx) => add(tx, 'inside'))]
    const settled = Promise.allSettled(waiting)
    const untilMs = Date.now() + 400
    while (Date.now() < untilMs) await turn()
    other.exec(`INSERT INTO setting (name, value) VALUES ('another process', 'x'); COMMIT`)
    other.close()
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(committed()).toEqual(['a command', 'a query', 'another process', 'inside'])
  })

  test('many transactions and commands at once all stand', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => [
        set(`command ${n}`),
        prisma.$transaction(async (tx) => add(tx, `transaction ${n}`), { maxWait: 20_000 }),
        prisma
          .$transaction(
            async (tx) => {
              await add(tx, `undone ${n}`)
              throw new Error('undone')
            },
            { maxWait: 20_000 },
          )
          .catch(() => {}),
      ]).flat(),
    )
    const names = committed()
    expect(names).toHaveLength(60)
    expect(names.some((name) => name.startsWith('undone'))).toBe(false)
  })

  const addOrphan = (on: Pick<PrismaClient, 'personSession'>) =>
    on.personSession.create({ data: { id: 's', person_id: 'none', method: 'link', created_at: 1, expires_at: 1 } })
})
