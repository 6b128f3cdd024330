/** What both databases can bind. Booleans become 0 and 1 on SQLite. */
export type Param = string | number | boolean | null | Uint8Array

export type SqlRow = Record<string, unknown>

/**
 * One SQL statement for both databases: `?` for each parameter, and nothing that only one of them knows but
 * `clock_ms()`, the database's own clock; `current_tx()`, which numbers the running change; `hold(?)`, which lets one
 * change at a time have a name until it commits; and, in reads, `oldest_open_tx()`, below which every change has
 * committed or gone.
 */
export interface Statement {
  text: string
  params: readonly Param[]
}

/** Statements of one round trip. */
interface Together {
  together: readonly Statement[]
}

/**
 * One atomic change, written once for both databases: it yields a statement and is handed its rows, or several together
 * and is handed the rows of all, one after another, or an array whose rows it does not need, which then costs no round
 * trip of its own. A driver runs it inside a transaction, synchronously on SQLite and over the wire on PostgreSQL; it
 * may be run again from the start.
 */
export type Command<T> = Generator<Statement | Together | readonly Statement[], T, SqlRow[]>

export function statement(text: string, ...params: Param[]): Statement {
  return { text, params }
}

export function* query(text: string, ...params: Param[]): Command<SqlRow[]> {
  return yield { text, params }
}

export function* queryOne(text: string, ...params: Param[]): Command<SqlRow | undefined> {
  return (yield { text, params })[0]
}

/** @returns the rows of all, one after another */
export function* queryTogether(...together: Statement[]): Command<SqlRow[]> {
  return yield { together }
}

/** Thrown by a command that lost a race it can only see after the fact: the driver rolls back and runs it again. */
export class RunAgain extends Error {}

export interface Driver {
  readonly dialect: 'sqlite' | 'postgresql'
  /** Runs a change and resolves once it is durable. */
  run<T>(command: () => Command<T>): Promise<T>
  /** Reads committed rows. */
  read(text: string, ...params: Param[]): Promise<SqlRow[]>
  /** Calls back when another process may have changed the store. Returns what ends the watch. */
  onForeignChange(listener: (interactionIds: string[] | 'unknown') => void): () => void
  /** Tells other processes, after the commit, which interactions ended. */
  announce(interactionId: string): void
  close(): Promise<void>
}

/** Binds a part of the store to its database: commands become calls that resolve once they are durable. */
export function bindTo(driver: Driver) {
  return {
    command:
      <A extends unknown[], T>(make: (...args: A) => Command<T>) =>
      (...args: A) =>
        driver.run(() => make(...args)),
    reader:
      <A extends unknown[], T>(read: (driver: Driver, ...args: A) => Promise<T>) =>
      (...args: A) =>
        read(driver, ...args),
  }
}

const maxRuns = 5

/** Whether a failed run is worth another: a lost race, a deadlock, a serialisation failure. */
export function isWorthAnotherRun(error: unknown, run: number): boolean {
  if (run >= maxRuns) return false
  if (error instanceof RunAgain) return true
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}

/** `INSERT INTO table (…) VALUES (…)` from a record, columns in the record's order. */
export function insertInto(table: string, row: Record<string, Param>, suffix = ''): Statement {
  const columns = Object.keys(row)
  const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})${suffix}`
  return { text, params: Object.values(row) }
}
