import Database from 'better-sqlite3'
import type { OpenedDatabase, WithSession } from './opened-database'
import { prismaOnSqlite } from './prisma'
import { backUpSqlite } from './sqlite-backup'
import { openSqlite } from './sqlite-driver'
import { sqliteSession } from './sqlite-session'

const snapshotTimeoutMs = 5_000

export async function onSqlite(file: string): Promise<OpenedDatabase> {
  const driver = await openSqlite(file)
  const session: WithSession = (work) => work(sqliteSession(driver.writer))
  const snapshot: WithSession = async (work) => {
    const connection = new Database(file, { readonly: true, timeout: snapshotTimeoutMs })
    try {
      return await work(sqliteSession(connection))
    } finally {
      connection.close()
    }
  }
  const openPrisma = () => prismaOnSqlite(driver.prismaFactory)
  return { driver, openPrisma, session, snapshot, backUp: (target) => backUpSqlite(file, target) }
}
