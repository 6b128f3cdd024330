import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import type { PrismaClient } from './generated/postgresql/client'

export type { PrismaClient }

/** Loaded on first use, as it takes a moment and little goes through it. */
export async function prismaOnPostgres(pool: pg.Pool): Promise<PrismaClient> {
  const { PrismaPg } = await import('@prisma/adapter-pg')
  const { PrismaClient } = await import('./generated/postgresql/client')
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}

/** The two clients are generated from one schema, so the PostgreSQL one's type serves for both. */
export async function prismaOnSqlite(factory: SqlDriverAdapterFactory): Promise<PrismaClient> {
  const { PrismaClient } = await import('./generated/sqlite/client')
  return new PrismaClient({ adapter: factory }) as unknown as PrismaClient
}
