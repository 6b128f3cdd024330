import type { OpenedDatabase, WithSession } from './opened-database'
import { openPostgres } from './postgres-driver'
import { prismaOnPostgres } from './prisma'

export async function onPostgres(url: string, poolSize: number): Promise<OpenedDatabase> {
  const driver = await openPostgres(url, poolSize)
  const session: WithSession = async (work) => {
    const client = await driver.pool.connect()
    try {
      return await work({
        dialect: 'postgresql',
        exec: async (sql) => void (await client.query(sql)),
        query: async (sql, params) => (await client.query(sql, params)).rows,
      })
    } finally {
      client.release()
    }
  }
  return { driver, openPrisma: () => prismaOnPostgres(driver.pool), session, snapshot: session, backUp: null }
}
