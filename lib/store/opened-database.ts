import type { MigrationSession } from './migrate'
import type { PrismaClient } from './prisma'
import type { Driver } from './sql'

export type WithSession = <T>(work: (db: MigrationSession) => Promise<T>) => Promise<T>

/** A database and the ways in which the store uses it. */
export interface OpenedDatabase {
  driver: Driver
  openPrisma: () => Promise<PrismaClient>
  /** One connection for work that spans several statements. */
  session: WithSession
  /** The same for reading at one moment, beside whoever writes. */
  snapshot: WithSession
  /** Copies the database into a new file; null where it has its own tools for that. */
  backUp: ((target: string) => void) | null
}
