import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Command, type Driver, isWorthAnotherRun, type Param, type SqlRow } from './sql'

const channel = 'vestra_interactions'
const announceDelayMs = 2
const idsPerNotice = 100
const reconnectDelayMs = 1_000
const int8 = 20

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** One transaction a change, on a pooled connection; wake-ups across instances by NOTIFY after the commit. */
export async function openPostgres(url: string, poolSize: number): Promise<Driver & { pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, types, application_name: 'vestra-inbox' })
  // An idle connection that the server drops must not end the process; the pool replaces it.
  pool.on('error', () => {})
  const instance = Math.random().toString(36).slice(2)
  const listeners = new Set<(ids: string[] | 'unknown') => void>()
  let isClosed = false

  async function runOnce<T>(command: () => Command<T>): Promise<T> {
    const client = await pool.connect()
    let broken: unknown
    try {
      await client.query('BEGIN')
      const value = await drive(command(), (text, params) => execute(client, text, params))
      await client.query('COMMIT')
      return value
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.release(broken instanceof Error ? broken : undefined)
    }
  }

  async function run<T>(command: () => Command<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(command)
      } catch (error) {
        if (!isWorthAnotherRun(error, attempt)) throw error
      }
    }
  }

  let pending: string[] = []
  function flushNotices() {
    const ids = pending
    pending = []
    for (let from = 0; from < ids.length; from += idsPerNotice) {
      const payload = JSON.stringify({ from: instance, ids: ids.slice(from, from + idsPerNotice) })
      // A lost notice only delays a waiter until its own slow re-read.
      pool.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(() => {})
    }
  }

  async function listen() {
    while (!isClosed) {
      const client = new pg.Client({ connectionString: url, application_name: 'vestra-inbox-listen' })
      try {
        await client.connect()
        listening = client
        client.on('notification', ({ payload }) => {
          const notice = JSON.parse(payload ?? '{}') as { from?: string; ids?: string[] }
          if (notice.from === instance) return
          for (const each of listeners) each(notice.ids ?? 'unknown')
        })
        await client.query(`LISTEN ${channel}`)
        for (const each of listeners) each('unknown')
        await new Promise<void>((resolve) => {
          client.on('error', () => resolve())
          client.on('end', () => resolve())
        })
      } catch {
        // Reconnecting below is the whole answer.
      }
      if (!isClosed) await sleep(reconnectDelayMs, undefined, { ref: false })
    }
  }
  let listening: pg.Client | undefined
  void listen()

  return {
    dialect: 'postgresql',
    pool,
    run,
    read: (text, ...params) => execute(pool, text, params),
    onForeignChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce(interactionId) {
      if (pending.push(interactionId) === 1) setTimeout(flushNotices, announceDelayMs)
    },
    async close() {
      isClosed = true
      flushNotices()
      await listening?.end().catch(() => {})
      await pool.end()
    },
  }
}

const translations = new Map<string, { name: string; text: string }>()

/** Numbered parameters, the database's clock, and a name under which the plan is kept. */
function translate(text: string) {
  let known = translations.get(text)
  if (!known) {
    let count = 0
    const numbered = text
      .replaceAll('?', () => `$${++count}`)
      .replaceAll('clock_ms()', '(extract(epoch FROM clock_timestamp()) * 1000)::bigint')
      .replaceAll('current_tx()', 'pg_current_xact_id()::text::bigint')
      .replaceAll('oldest_open_tx()', 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint')
    known = { name: createHash('sha1').update(numbered).digest('hex'), text: numbered }
    translations.set(text, known)
  }
  return known
}

async function execute(on: pg.Pool | pg.PoolClient, text: string, params: readonly Param[]): Promise<SqlRow[]> {
  const { rows } = await on.query({ ...translate(text), values: params as unknown[] })
  return rows
}

async function drive<T>(
  command: Command<T>,
  executeStep: (text: string, params: readonly Param[]) => Promise<SqlRow[]>,
): Promise<T> {
  let step = command.next()
  while (!step.done) {
    let rows: SqlRow[]
    try {
      rows = await executeStep(step.value.text, step.value.params)
    } catch (error) {
      step = command.throw(error)
      continue
    }
    step = command.next(rows)
  }
  return step.value
}
