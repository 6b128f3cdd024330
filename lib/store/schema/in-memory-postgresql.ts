import { PGlite } from '@electric-sql/pglite'
import {
  type ColumnType,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'

// The types that the catalog queries of Prisma's schema engine return, by their PostgreSQL oid.
const columnTypes: Record<number, ColumnType> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  19: ColumnTypeEnum.Text,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  25: ColumnTypeEnum.Text,
  26: ColumnTypeEnum.Int64,
  1002: ColumnTypeEnum.CharacterArray,
  1005: ColumnTypeEnum.Int32Array,
  1009: ColumnTypeEnum.TextArray,
  1043: ColumnTypeEnum.Text,
}

function toColumnType(oid: number): ColumnType {
  const type = columnTypes[oid]
  if (type === undefined) throw new Error(`PostgreSQL type ${oid} has no column type here`)
  return type
}

const info = { provider: 'postgres', adapterName: 'pglite' } as const

/** An empty PostgreSQL in memory, in the form that Prisma's schema engine drives. */
export function inMemoryPostgresql(): SqlMigrationAwareDriverAdapterFactory {
  const start = async (): Promise<SqlDriverAdapter> => {
    const db = await PGlite.create()
    const run = ({ sql, args }: SqlQuery) => db.query<unknown[]>(sql, args, { rowMode: 'array' })
    return {
      ...info,
      async queryRaw(query) {
        const { fields, rows } = await run(query)
        return {
          columnNames: fields.map((field) => field.name),
          columnTypes: fields.map((field) => toColumnType(field.dataTypeID)),
          rows,
        }
      },
      executeRaw: async (query) => (await run(query)).affectedRows ?? 0,
      executeScript: async (script) => void (await db.exec(script)),
      startTransaction: () => Promise.reject(new Error('the schema engine opens its own transactions')),
      dispose: async () => {},
    }
  }
  // A diff uses only the second of its connections, and each PostgreSQL takes seconds to start.
  let started: Promise<SqlDriverAdapter> | undefined
  const connect = () => {
    started ??= start()
    return started
  }
  return { ...info, connect, connectToShadowDb: connect }
}
