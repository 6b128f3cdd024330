import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import Database from 'better-sqlite3'
import { Mutex } from './mutex'
import { type Command, type Driver, isWorthAnotherRun, type Param, type SqlRow } from './sql'
import { openGuardedSqlite } from './sqlite-adapter'
import { whenFree } from './sqlite-busy'

interface Job {
  command: () => Command<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
  run: number
}

const busyTimeoutMs = 50
const readerTimeoutMs = 5_000
const foreignChangePollMs = 150

/**
 * One connection that writes, one that reads what is committed. Changes that arrive in one turn of the event loop share
 * one transaction and one fsync, each in its own savepoint (decisions D17).
 */
export async function openSqlite(
  file: string,
): Promise<Driver & { prismaFactory: SqlDriverAdapterFactory; writer: Database.Database }> {
  const mutex = new Mutex()
  const { factory, connection: writer } = await openGuardedSqlite(file, mutex)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) writer.pragma(pragma)
  writer.pragma(`busy_timeout = ${busyTimeoutMs}`)
  let batchMs = Date.now()
  writer.function('clock_ms', () => batchMs)
  writer.function('current_tx', () => 0)
  writer.function('hold', (_name) => 1)
  const reader = new Database(file, { readonly: true })
  reader.pragma(`busy_timeout = ${readerTimeoutMs}`)
  reader.function('oldest_open_tx', () => 1)
  const write = statements(writer)
  const control = (text: string) => {
    const prepared = writer.prepare(text)
    return () => void prepared.run()
  }
  const [begin, commit, save, release, undo] = [
    control('BEGIN IMMEDIATE'),
    control('COMMIT'),
    control('SAVEPOINT job'),
    control('RELEASE job'),
    control('ROLLBACK TO job'),
  ]
  const read = statements(reader)

  let jobs: Job[] = []
  let isScheduled = false

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => void flush())
  }

  async function flush() {
    const leave = await mutex.acquire()
    isScheduled = false
    const batch = jobs
    jobs = []
    try {
      await whenFree(() => begin())
    } catch (error) {
      leave()
      for (const job of batch) job.reject(error)
      return
    }
    batchMs = Date.now()
    let settled: (() => void)[] = []
    try {
      settled = batch.map(runJob)
      commit()
    } catch (error) {
      settled = batch.map((job) => () => job.reject(error))
    } finally {
      if (writer.inTransaction) writer.exec('ROLLBACK')
      leave()
    }
    for (const settle of settled) settle()
  }

  /** @returns what to do with the job once the batch is durable */
  function runJob(job: Job): () => void {
    save()
    try {
      const value = drive(job.command(), write)
      release()
      return () => job.resolve(value)
    } catch (error) {
      undo()
      release()
      if (!isWorthAnotherRun(error, job.run)) return () => job.reject(error)
      return () => {
        jobs.push({ ...job, run: job.run + 1 })
        schedule()
      }
    }
  }

  const listeners = new Set<(ids: 'unknown') => void>()
  let poll: NodeJS.Timeout | undefined
  let lastVersion = 0
  const dataVersion = () => writer.pragma('data_version', { simple: true }) as number

  return {
    dialect: 'sqlite',
    prismaFactory: factory,
    writer,
    run: <T>(command: () => Command<T>) =>
      new Promise<T>((resolve, reject) => {
        jobs.push({ command, resolve: resolve as (value: unknown) => void, reject, run: 1 })
        schedule()
      }),
    read: async (text, ...params) => read(text, params),
    onForeignChange(listener) {
      listeners.add(listener)
      if (!poll) {
        lastVersion = dataVersion()
        poll = setInterval(() => {
          const version = dataVersion()
          if (version === lastVersion) return
          lastVersion = version
          for (const each of listeners) each('unknown')
        }, foreignChangePollMs)
        poll.unref()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) {
          clearInterval(poll)
          poll = undefined
        }
      }
    },
    announce() {},
    async close() {
      clearInterval(poll)
      const release = await mutex.acquire()
      reader.close()
      writer.close()
      release()
    },
  }
}

type Execute = (text: string, params: readonly Param[]) => SqlRow[]

function statements(connection: Database.Database): Execute {
  const prepared = new Map<string, Database.Statement>()
  return (text, params) => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = connection.prepare(text)
      prepared.set(text, statement)
    }
    const bound = params.map((param) => (typeof param === 'boolean' ? Number(param) : param))
    if (statement.reader) return statement.all(bound) as SqlRow[]
    statement.run(bound)
    return []
  }
}

function drive<T>(command: Command<T>, execute: Execute): T {
  let step = command.next()
  while (!step.done) {
    if ('text' in step.value) {
      step = command.next(execute(step.value.text, step.value.params))
    } else if ('together' in step.value) {
      step = command.next(step.value.together.flatMap(({ text, params }) => execute(text, params)))
    } else {
      for (const { text, params } of step.value) execute(text, params)
      step = command.next([])
    }
  }
  return step.value
}
