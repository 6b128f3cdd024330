import type Database from 'better-sqlite3'
import type { MigrationSession } from './migrate'

/** A connection to a file as one session, for what spans several statements. */
export function sqliteSession(connection: Database.Database): MigrationSession {
  return {
    dialect: 'sqlite',
    exec: async (sql) => void connection.exec(sql),
    query: async (sql, params) => {
      const statement = connection.prepare(sql)
      if (statement.reader) return statement.all(params) as Record<string, unknown>[]
      statement.run(params)
      return []
    },
  }
}
