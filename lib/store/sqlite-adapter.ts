import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import type Database from 'better-sqlite3'
import type { Mutex } from './mutex'
import { whenFree } from './sqlite-busy'

/**
 * Opens a file through Prisma's own adapter and hands out its connection as well. The stock adapter lets a foreign query
 * run inside an open transaction and keeps a connection in a transaction whose COMMIT failed; here every query takes
 * the mutex, and a failed COMMIT is rolled back.
 */
export async function openGuardedSqlite(file: string, mutex: Mutex) {
  const inner = (await new PrismaBetterSqlite3({ url: `file:${file}` }).connect()) as SqlDriverAdapter & {
    client: Database.Database
  }
  const connection = inner.client
  const adapter: SqlDriverAdapter = {
    provider: 'sqlite',
    adapterName: inner.adapterName,
    queryRaw: (query) => mutex.run(() => whenFree(() => inner.queryRaw(query))),
    executeRaw: (query) => mutex.run(() => whenFree(() => inner.executeRaw(query))),
    executeScript: (script) => mutex.run(() => inner.executeScript(script)),
    startTransaction: (isolation) => startTransaction(inner, connection, mutex, isolation),
    dispose: async () => {},
  }
  const factory: SqlDriverAdapterFactory = {
    provider: 'sqlite',
    adapterName: inner.adapterName,
    connect: async () => adapter,
  }
  return { factory, connection }
}

async function startTransaction(
  inner: SqlDriverAdapter,
  connection: Database.Database,
  mutex: Mutex,
  isolation: IsolationLevel | undefined,
): Promise<Transaction> {
  if (isolation && isolation !== 'SERIALIZABLE') throw new Error(`SQLite has no isolation level ${isolation}`)
  const release = await mutex.acquire()
  const execute = (sql: string) => inner.executeRaw({ sql, args: [], argTypes: [] })
  try {
    await whenFree(() => connection.exec('BEGIN IMMEDIATE'))
  } catch (error) {
    release()
    throw error
  }
  const finish = (sql: 'COMMIT' | 'ROLLBACK') => {
    try {
      if (connection.inTransaction) connection.exec(sql)
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      release()
    }
  }
  return {
    provider: 'sqlite',
    adapterName: inner.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query: SqlQuery) => inner.queryRaw(query),
    executeRaw: (query: SqlQuery) => inner.executeRaw(query),
    commit: async () => finish('COMMIT'),
    rollback: async () => finish('ROLLBACK'),
    createSavepoint: async (name) => void (await execute(`SAVEPOINT ${name}`)),
    rollbackToSavepoint: async (name) => void (await execute(`ROLLBACK TO ${name}`)),
    releaseSavepoint: async (name) => void (await execute(`RELEASE SAVEPOINT ${name}`)),
  }
}
