import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/** An empty SQLite in memory, in the form that Prisma's schema engine drives. */
export function inMemorySqlite(): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaBetterSqlite3({ url: ':memory:' })
  const connect = async () => {
    const adapter = await factory.connect()
    // The engine runs a whole migration in one call, and the adapter's own takes a single statement.
    adapter.executeRaw = async ({ sql }) => {
      await adapter.executeScript(sql)
      return 0
    }
    return adapter
  }
  return { provider: factory.provider, adapterName: factory.adapterName, connect, connectToShadowDb: connect }
}
