import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import type { PrismaClient } from './generated/postgresql/client'

export type { PrismaClient }

export async function prismaOnPostgres(pool: pg.Pool): Promise<PrismaClient> {
  const { PrismaClient } = await import('./generated/postgresql/client')
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}

/** The two clients are generated from one schema, so the PostgreSQL one's type serves for both. */
export async function prismaOnSqlite(factory: SqlDriverAdapterFactory): Promise<PrismaClient> {
  const { PrismaClient } = await import('./generated/sqlite/client')
  return new PrismaClient({ adapter: factory }) as unknown as PrismaClient
}
