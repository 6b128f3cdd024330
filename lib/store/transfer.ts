import { createHash } from 'node:crypto'
import { verifyAudit } from './audit'
import { renumberEvents } from './events'
import type { MigrationSession } from './migrate'
import type { Param, SqlRow } from './sql'

/** Why an export or an import cannot be, for the operator. */
export class TransferError extends Error {}

type Kind = 'text' | 'number' | 'boolean' | 'bytes'

interface Table {
  name: string
  columns: Map<string, Kind>
  key: string[]
  /** Tables whose rows must be there first. */
  needs: string[]
}

const formatName = 'vestra-export'
const formatVersion = 1
const rowsPerPage = 500
const maxParams = 30_000

const kinds: Record<string, Kind> = {
  text: 'text',
  'character varying': 'text',
  bigint: 'number',
  integer: 'number',
  boolean: 'boolean',
  blob: 'bytes',
  bytea: 'bytes',
}

const catalogs = {
  sqlite: {
    columns: `SELECT m.name AS "table", c.name AS "column", lower(c.type) AS type, c.pk AS place
      FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name <> '_prisma_migrations'
      ORDER BY m.name, c.cid`,
    needs: `SELECT m.name AS "table", f."table" AS needed FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
      WHERE m.type = 'table'`,
  },
  postgresql: {
    columns: `SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type,
        COALESCE(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS place
      FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      JOIN pg_class r ON r.relname = c.table_name AND r.relnamespace = current_schema()::regnamespace
      JOIN pg_attribute a ON a.attrelid = r.oid AND a.attname = c.column_name
      LEFT JOIN pg_index i ON i.indrelid = r.oid AND i.indisprimary
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'
      ORDER BY c.table_name, c.ordinal_position`,
    needs: `SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS needed
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  },
}

type Read = (text: string, ...params: Param[]) => Promise<SqlRow[]>

/** Reads and writes through one connection, with `?` for each parameter. */
function reader(db: MigrationSession): Read {
  return (text, ...params) => {
    let at = 0
    const numbered = db.dialect === 'sqlite' ? text : text.replaceAll('?', () => `$${++at}`)
    return db.query(numbered, params)
  }
}

/** The tables as the database itself describes them, each after those it refers to. */
async function readTables(db: MigrationSession, read: Read): Promise<Table[]> {
  const tables = new Map<string, Table>()
  for (const row of await read(catalogs[db.dialect].columns)) {
    const name = String(row.table)
    const table: Table = tables.get(name) ?? { name, columns: new Map(), key: [], needs: [] }
    const kind = kinds[String(row.type)]
    if (!kind) throw new Error(`${name}.${row.column} has the type ${row.type}, which no export knows`)
    table.columns.set(String(row.column), kind)
    if (Number(row.place) > 0) table.key[Number(row.place) - 1] = String(row.column)
    tables.set(name, table)
  }
  for (const row of await read(catalogs[db.dialect].needs)) {
    tables.get(String(row.table))?.needs.push(String(row.needed))
  }
  return inOrder([...tables.values()])
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const isReady = (table: Table) => table.needs.every((name) => ordered.some((each) => each.name === name))
  while (ordered.length < tables.length) {
    const next = tables.find((table) => !ordered.includes(table) && isReady(table))
    if (!next) throw new Error('the tables refer to each other in a circle')
    ordered.push(next)
  }
  return ordered
}

async function appliedMigrations(read: Read): Promise<string[]> {
  const rows = await read('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1')
  return rows.map((row) => String(row.migration_name))
}

const begin = {
  sqlite: { reading: 'BEGIN', writing: 'BEGIN IMMEDIATE' },
  postgresql: { reading: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', writing: 'BEGIN' },
}

/** Everything in the store as it is at one moment, as lines of JSON: a head, each row, and an end that proves the rest. */
export async function* exportLines(db: MigrationSession): AsyncGenerator<string> {
  const read = reader(db)
  const hash = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text)
    return text
  }
  await db.exec(begin[db.dialect].reading)
  try {
    yield line({ format: formatName, version: formatVersion, migrations: await appliedMigrations(read) })
    let rows = 0
    for (const table of await readTables(db, read)) {
      for await (const row of rowsOf(read, table)) {
        rows++
        yield line({ table: table.name, row: toJson(table, row) })
      }
    }
    yield `${JSON.stringify({ end: true, rows, sha256: hash.digest('hex') })}\n`
  } finally {
    await db.exec('ROLLBACK')
  }
}

async function* rowsOf(read: Read, { name, columns, key }: Table): AsyncGenerator<SqlRow> {
  const marks = key.map(() => '?').join(', ')
  const select = `SELECT ${[...columns.keys()].join(', ')} FROM ${name}`
  const order = `ORDER BY ${key.join(', ')} LIMIT ${rowsPerPage}`
  let after: Param[] | null = null
  for (;;) {
    const page: SqlRow[] = after
      ? await read(`${select} WHERE (${key.join(', ')}) > (${marks}) ${order}`, ...after)
      : await read(`${select} ${order}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < rowsPerPage) return
    after = key.map((column) => last[column] as Param)
  }
}

function toJson({ columns }: Table, row: SqlRow): Record<string, unknown> {
  const values = [...columns].map(([name, kind]) => {
    const value = row[name]
    if (value === null) return [name, null]
    if (kind === 'boolean') return [name, Boolean(value)]
    return [name, kind === 'bytes' ? Buffer.from(value as Uint8Array).toString('base64') : value]
  })
  return Object.fromEntries(values)
}

function toParam(kind: Kind, value: unknown, dialect: MigrationSession['dialect']): Param {
  if (value === null) return null
  if (kind === 'bytes') return Buffer.from(String(value), 'base64')
  if (kind === 'boolean' && dialect === 'sqlite') return value === true ? 1 : 0
  return value as Param
}

/**
 * Fills an empty store with what `exportLines` gave, all or nothing, and checks the record before it counts.
 * @returns how many rows there are
 * @throws TransferError when the store is not empty, or the lines are not whole, of another version, or tampered with
 */
export async function importLines(db: MigrationSession, lines: AsyncIterable<string>): Promise<number> {
  const read = reader(db)
  await db.exec(begin[db.dialect].writing)
  try {
    const tables = await readTables(db, read)
    await assertEmpty(read, tables)
    const rows = await insertAll(db, read, tables, lines)
    await renewCounters(db, read, tables)
    for (const { text, params } of renumberEvents()) await read(text, ...params)
    const { fault } = await verifyAudit(read)
    if (fault) throw new TransferError(`The record is broken: row ${fault.seq} of ${fault.chain} ${fault.fault}.`)
    await db.exec('COMMIT')
    return rows
  } catch (error) {
    await db.exec('ROLLBACK')
    throw error
  }
}

async function assertEmpty(read: Read, tables: Table[]) {
  const full: string[] = []
  for (const { name } of tables) if ((await read(`SELECT 1 AS found FROM ${name} LIMIT 1`)).length > 0) full.push(name)
  if (full.length > 0) {
    throw new TransferError(`The store is not empty (${full.join(', ')}). Import into a new database.`)
  }
}

async function insertAll(
  db: MigrationSession,
  read: Read,
  tables: Table[],
  lines: AsyncIterable<string>,
): Promise<number> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const hash = createHash('sha256')
  let head: unknown
  let end: { rows?: unknown; sha256?: unknown } | undefined
  let rows = 0
  let batch: { table: Table; rows: Record<string, unknown>[] } | undefined
  const flush = async () => {
    if (batch) await insertRows(db, read, batch.table, batch.rows)
    batch = undefined
  }
  for await (const text of lines) {
    if (text === '') continue
    if (end) throw new TransferError('There are lines after the end of the export.')
    const value = parseLine(text)
    if (value.end === true) {
      end = value
      continue
    }
    hash.update(`${text}\n`)
    if (head === undefined) {
      head = value
      await assertFits(read, value)
      continue
    }
    const table = byName.get(String(value.table))
    if (!table) throw new TransferError(`There is no table ${JSON.stringify(value.table)} here.`)
    if (batch?.table !== table || batch.rows.length * table.columns.size >= maxParams) await flush()
    batch ??= { table, rows: [] }
    batch.rows.push(value.row as Record<string, unknown>)
    rows++
  }
  await flush()
  if (!end || end.rows !== rows || end.sha256 !== hash.digest('hex')) {
    throw new TransferError('The export is not whole, or was changed.')
  }
  return rows
}

function parseLine(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new TransferError('The export is not whole, or was changed.')
  }
}

async function assertFits(read: Read, head: Record<string, unknown>) {
  if (head.format !== formatName) throw new TransferError('This is no export of an inbox.')
  const here = (await appliedMigrations(read)).join(', ')
  const there = (head.migrations as string[]).join(', ')
  if (head.version !== formatVersion || here !== there) {
    throw new TransferError(`The export is of another version (${there}); this one has ${here}.`)
  }
}

async function insertRows(db: MigrationSession, read: Read, table: Table, rows: Record<string, unknown>[]) {
  const columns = [...table.columns]
  const marks = `(${columns.map(() => '?').join(', ')})`
  const params = rows.flatMap((row) => columns.map(([name, kind]) => toParam(kind, row[name] ?? null, db.dialect)))
  const names = columns.map(([name]) => name).join(', ')
  await read(`INSERT INTO ${table.name} (${names}) VALUES ${rows.map(() => marks).join(', ')}`, ...params)
}

/** PostgreSQL counts on from where its own counter stands, which inserted numbers do not move. */
async function renewCounters(db: MigrationSession, read: Read, tables: Table[]) {
  if (db.dialect !== 'postgresql') return
  for (const { name, key } of tables) {
    for (const column of key) {
      const [row] = await read('SELECT pg_get_serial_sequence(?, ?) AS sequence', name, column)
      if (row?.sequence) {
        await read(
          `SELECT setval(?, MAX(${column})) FROM ${name} HAVING MAX(${column}) IS NOT NULL`,
          String(row.sequence),
        )
      }
    }
  }
}
