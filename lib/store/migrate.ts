import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Row = Record<string, unknown>

/** One connection, not a pool: a transaction spans the calls. */
export type MigrationSession = {
  dialect: 'postgresql' | 'sqlite'
  exec(sql: string): Promise<void>
  query(sql: string, params: unknown[]): Promise<Row[]>
}

type Migration = { name: string; sql: string; checksum: string }

// The table, the times and the lock are those of `prisma migrate deploy`, so that either may be used on a database.
const dialects = {
  postgresql: {
    begin: 'BEGIN; SELECT pg_advisory_xact_lock(72707369)',
    findTable: "SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL",
    createTable: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      id VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL,
      logs TEXT,
      rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`,
    start: `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at)
      VALUES ($1, $2, $3, clock_timestamp())`,
    finish: `UPDATE "_prisma_migrations" SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1`,
  },
  sqlite: {
    begin: 'BEGIN IMMEDIATE',
    findTable: "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'",
    createTable: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      "id" TEXT PRIMARY KEY NOT NULL,
      "checksum" TEXT NOT NULL,
      "finished_at" DATETIME,
      "migration_name" TEXT NOT NULL,
      "logs" TEXT,
      "rolled_back_at" DATETIME,
      "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
      "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
    )`,
    start: `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at)
      VALUES (?, ?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER))`,
    finish: `UPDATE "_prisma_migrations"
      SET finished_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), applied_steps_count = 1 WHERE id = ?`,
  },
}

export async function readMigrations(dir: string): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(dir, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function missing(db: MigrationSession, dir: string): Promise<Migration[]> {
  const migrations = await readMigrations(dir)
  const [table] = await db.query(dialects[db.dialect].findTable, [])
  if (!table) return migrations
  const rows = await db.query(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
    [],
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) throw new Error(`migration ${failed.migration_name} failed earlier: resolve it with Prisma first`)
  const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  return migrations.filter(({ name, checksum }) => {
    const applied = checksums.get(name)
    if (applied !== undefined && applied !== checksum)
      throw new Error(`migration ${name} was changed after it was applied`)
    return applied === undefined
  })
}

/** Names of the migrations in `dir` that the database still lacks. */
export async function pendingMigrations(db: MigrationSession, dir: string): Promise<string[]> {
  return (await missing(db, dir)).map(({ name }) => name)
}

/** Applies what is missing, all or nothing, and returns the names. Of two processes at once, one applies and one waits. */
export async function applyMigrations(db: MigrationSession, dir: string): Promise<string[]> {
  if ((await missing(db, dir)).length === 0) return []
  return db.dialect === 'sqlite' ? withoutForeignKeys(db, () => applyMissing(db, dir)) : applyMissing(db, dir)
}

async function applyMissing(db: MigrationSession, dir: string): Promise<string[]> {
  const sql = dialects[db.dialect]
  await begin(db)
  try {
    await db.exec(sql.createTable)
    const migrations = await missing(db, dir)
    for (const migration of migrations) {
      const id = randomUUID()
      await db.query(sql.start, [id, migration.checksum, migration.name])
      await db.exec(migration.sql).catch((cause: unknown) => {
        throw new Error(`migration ${migration.name} failed, nothing was changed: ${cause}`, { cause })
      })
      await db.query(sql.finish, [id])
    }
    if (db.dialect === 'sqlite') await assertForeignKeysHold(db)
    await db.exec('COMMIT')
    return migrations.map(({ name }) => name)
  } catch (error) {
    await db.exec('ROLLBACK')
    throw error
  }
}

const lockWaitMsMax = 60_000
const lockRetryMs = 50

async function begin(db: MigrationSession): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
    try {
      return await db.exec(dialects[db.dialect].begin)
    } catch (error) {
      const busy = (error as { code?: unknown }).code === 'SQLITE_BUSY'
      if (!busy || waitedMs >= lockWaitMsMax) throw error
      await sleep(lockRetryMs)
    }
  }
}

// SQLite changes a table by dropping and remaking it, which would cascade to the rows that refer to it.
// The pragma does nothing inside a transaction, so the one inside Prisma's own SQL comes too late.
async function withoutForeignKeys<T>(db: MigrationSession, work: () => Promise<T>): Promise<T> {
  const [before] = await db.query('PRAGMA foreign_keys', [])
  await db.exec('PRAGMA foreign_keys = OFF')
  try {
    return await work()
  } finally {
    await db.exec(`PRAGMA foreign_keys = ${Number(before?.foreign_keys)}`)
  }
}

async function assertForeignKeysHold(db: MigrationSession): Promise<void> {
  const [broken] = await db.query('PRAGMA foreign_key_check', [])
  if (broken) throw new Error(`the migrations left rows of "${broken.table}" without the row they refer to`)
}
