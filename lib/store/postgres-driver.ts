import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { InteractionError } from '@/lib/interactions/errors'
import { type Command, type Driver, isWorthAnotherRun, type Param, type SqlRow } from './sql'

const channel = 'vestra_interactions'
const announceDelayMs = 2
const idsPerNotice = 100
const reconnectDelayMs = 1_000
const connectTimeoutMs = 10_000
const int8 = 20

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** One transaction a change, on a pooled connection; wake-ups across instances by NOTIFY after the commit. */
export async function openPostgres(url: string, poolSize: number): Promise<Driver & { pool: pg.Pool }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
    pipeline: true,
    application_name: 'vestra-inbox',
  })
  // A connection that the server drops, idle or in use, must not end the process; the pool replaces it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const instance = Math.random().toString(36).slice(2)
  const listeners = new Set<(ids: string[] | 'unknown') => void>()
  let isClosed = false

  async function runOnce<T>(command: () => Command<T>): Promise<T> {
    const client = await pool.connect()
    let broken: unknown
    try {
      return await drive(command(), client)
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
        if (!isWorthAnotherRun(error, attempt)) throw toUnavailable(error)
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
      listening = client
      // Heard from the start: an error without a listener would end the process.
      const ended = new Promise<void>((resolve) => {
        client.on('error', () => resolve())
        client.on('end', () => resolve())
      })
      try {
        await client.connect()
        client.on('notification', ({ payload }) => {
          const notice = JSON.parse(payload ?? '{}') as { from?: string; ids?: string[] }
          if (notice.from === instance) return
          for (const each of listeners) each(notice.ids ?? 'unknown')
        })
        await client.query(`LISTEN ${channel}`)
        for (const each of listeners) each('unknown')
        await ended
      } catch {
        // Reconnecting below is the whole answer.
      }
      void client.end().catch(() => {})
      if (!isClosed) await sleep(reconnectDelayMs, undefined, { ref: false })
    }
  }
  let listening: pg.Client | undefined
  void listen()

  return {
    dialect: 'postgresql',
    pool,
    run,
    read: (text, ...params) =>
      execute(pool, text, params).catch((error) => {
        throw toUnavailable(error)
      }),
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

const awayCodes = /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
const awayMessages = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

/** An error that says the database is away, rather than the statement wrong, as one that is worth a retry. */
function toUnavailable(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (!awayCodes.test(String(code)) && !awayMessages.test(String(message))) return error
  const hint = 'Try again; with the same Idempotency-Key nothing runs twice.'
  return new InteractionError('unavailable', `The store does not answer. ${hint}`, { retryAfterSeconds: 1 })
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
      .replaceAll(/\bhold\((\$\d+)\)/g, 'pg_advisory_xact_lock(hashtextextended($1, 0))')
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

/** The socket of a client, which `pg` keeps on every `Client` and leaves out of its types. */
const socketOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Runs a command in a transaction. Statements whose rows nobody needs are sent without waiting, BEGIN among them, so a
 * change costs a round trip only where it reads and one to commit. What is sent between two waits leaves in one write.
 */
async function drive<T>(command: Command<T>, client: pg.PoolClient): Promise<T> {
  const socket = socketOf(client)
  const unheard: Promise<unknown>[] = []
  const send = (sent: Promise<unknown>) => {
    // Heard below; without this an early failure would count as unhandled meanwhile.
    sent.catch(() => {})
    unheard.push(sent)
  }
  const hear = async <R>(sent: Promise<R>): Promise<R> => {
    socket.uncork()
    const heard = await sent
    socket.cork()
    return heard
  }
  socket.cork()
  send(client.query('BEGIN'))
  try {
    let step = command.next()
    while (!step.done) {
      if ('text' in step.value) {
        step = command.next(await hear(execute(client, step.value.text, step.value.params)))
      } else if ('together' in step.value) {
        const sent = step.value.together.map(({ text, params }) => execute(client, text, params))
        step = command.next((await hear(Promise.all(sent))).flat())
      } else {
        for (const { text, params } of step.value) send(execute(client, text, params))
        step = command.next([])
      }
    }
    const commit = client.query('COMMIT')
    commit.catch(() => {})
    await hear(Promise.all(unheard))
    await commit
    return step.value
  } catch (error) {
    socket.uncork()
    // The first failure is the cause; what came after it only says that the transaction is over.
    await Promise.all(unheard)
    throw error
  } finally {
    socket.uncork()
  }
}
