import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import type { Param, SqlRow } from '@/lib/store/sql'
import { createTestDatabase } from './postgres'

export const dialects = ['sqlite', 'postgresql'] as const
export type Dialect = (typeof dialects)[number]

export interface TestDatabase {
  url: string
  /** Looks at rows, or harms them, behind the store's back. `?` stands for a parameter. */
  sql(text: string, ...params: Param[]): Promise<SqlRow[]>
  drop(): Promise<void>
}

/** An empty database of its own. */
export function createDatabase(dialect: Dialect): Promise<TestDatabase> {
  return dialect === 'sqlite' ? sqliteFile() : postgresDatabase()
}

async function sqliteFile(): Promise<TestDatabase> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vestra-test-'))
  const file = path.join(dir, 'test.db')
  return {
    url: `file:${file}`,
    sql: async (text, ...params) => {
      const db = new Database(file, { timeout: 5_000 })
      try {
        const statement = db.prepare<unknown[], SqlRow>(text)
        if (statement.reader) return statement.all(...params)
        statement.run(...params)
        return []
      } finally {
        db.close()
      }
    },
    drop: () => rm(dir, { recursive: true }),
  }
}

async function postgresDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    url,
    sql: async (text, ...params) => {
      let at = 0
      return (
        await client.query(
          text.replaceAll('?', () => `$${++at}`),
          params as unknown[],
        )
      ).rows
    },
    drop: async () => {
      await client.end()
      await drop()
    },
  }
}
