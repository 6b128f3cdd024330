import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { createTestDatabase } from '@/lib/testing/postgres'
import { verifiesWith } from '@/lib/testing/verifies-with'

const root = process.cwd()
const mounts = {
  /** What `npm start` runs. */
  server: { program: ['.build/server/main.js'], isReady: /Vestra Inbox is ready/ },
  /** The same handlers as routes of Next. */
  next: { program: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'], isReady: /Ready in/ },
}
const readyWithinMs = 60_000

export interface ServerOptions {
  mount?: keyof typeof mounts
  /** SQLite in `dataDir` when absent. */
  databaseUrl?: string
  dataDir?: string
  port?: number
  env?: Record<string, string>
}

interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** How long the end took. */
  ms: number
}

export interface Server {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Everything it printed so far. */
  output(): string
  /** Nobody reads what it prints from now on, as when the reader of its log has died. */
  closeOutput(): void
  /** Resolves when the process has ended, by itself or by us. */
  exited: Promise<Exit>
  stop(signal?: NodeJS.Signals): Promise<Exit>
  /** Runs an operator command beside it, on the same store. */
  admin(...args: string[]): Promise<Run>
}

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

export interface Servers {
  /** Starts a built server and waits until it is ready. */
  start(options?: ServerOptions): Promise<Server>
  /** Starts one without waiting for anything. */
  launch(options?: ServerOptions): Promise<Server>
  /** An empty PostgreSQL database, gone after the test. */
  createDatabase(): Promise<string>
  createDataDir(): string
}

/** Built servers as child processes; whatever a test starts ends with it. */
export const test = base.extend<{ servers: Servers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  servers: async ({}, use) => {
    const { servers, end } = makeServers()
    await use(servers)
    await end()
  },
})

/** A test that proves promises of `e2e/requirements.ts`. */
export const verifies = verifiesWith((title: string, prove: (fixtures: { servers: Servers }) => Promise<void>) =>
  test(title, prove),
)

export function makeServers(): { servers: Servers; end: () => Promise<void> } {
  const started: { child: ChildProcess; exited: Promise<Exit> }[] = []
  const cleanUps: (() => void | Promise<void>)[] = []
  const killAll = () => {
    for (const { child } of started) child.kill('SIGKILL')
  }
  process.on('exit', killAll)

  const createDataDir = () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'vestra-e2e-'))
    cleanUps.push(() => rmSync(dir, { recursive: true, force: true }))
    return dir
  }

  async function launch(options: ServerOptions = {}): Promise<Server> {
    const { mount = 'server', dataDir = createDataDir(), port = await freePort() } = options
    const url = `http://127.0.0.1:${port}`
    const { DATABASE_URL: _database, FORCE_COLOR: _color, ...inherited } = process.env
    const env = {
      ...inherited,
      NO_COLOR: '1',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      NEXTAUTH_URL: url,
      DATA_DIR: dataDir,
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...options.env,
    } as NodeJS.ProcessEnv
    const child = spawn(process.execPath, mounts[mount].program, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    let endingSinceMs = Date.now()
    const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, ms: Date.now() - endingSinceMs }))
    started.push({ child, exited })
    return {
      url,
      port,
      pid: child.pid ?? 0,
      dataDir,
      output: () => output,
      closeOutput: () => {
        for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      },
      exited,
      stop: (signal = 'SIGTERM') => {
        endingSinceMs = Date.now()
        child.kill(signal)
        return exited
      },
      admin: (...args) => runToEnd(['.build/cli/main.js', 'admin', ...args], env),
    }
  }

  async function start(options: ServerOptions = {}): Promise<Server> {
    const server = await launch(options)
    await untilReady(server, mounts[options.mount ?? 'server'].isReady)
    return server
  }

  return {
    servers: {
      start,
      launch,
      createDataDir,
      createDatabase: async () => {
        const { url, drop } = await createTestDatabase()
        cleanUps.push(drop)
        return url
      },
    },
    end: async () => {
      killAll()
      await Promise.all(started.map(({ exited }) => exited))
      for (const cleanUp of cleanUps.reverse()) await cleanUp()
      process.off('exit', killAll)
    },
  }
}

/** Ready is what it says itself first: on its port another server might answer. */
async function untilReady(server: Server, isReady: RegExp): Promise<void> {
  let isOver = false
  void server.exited.then(() => {
    isOver = true
  })
  const giveUpAtMs = Date.now() + readyWithinMs
  while (!isOver && Date.now() < giveUpAtMs) {
    if (isReady.test(server.output()) && (await answers(`${server.url}/readyz`))) return
    await sleep(20)
  }
  throw new Error(`The server ${isOver ? 'ended' : 'is not ready'}:\n${server.output()}`)
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function runToEnd(args: string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout: stdout.trim(), stderr: stderr.trim() }
}

/** Outside the range from which the system takes ports for outgoing connections, so that it stays free until used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** What the first start printed. */
export async function firstStart(server: Server): Promise<{ link: string; key: string }> {
  await until(() => /vk_test_\w{40}\s/.test(server.output()))
  const [link = ''] = server.output().match(/http\S+\/sign-in\/link#\S+/) ?? []
  const [key = ''] = server.output().match(/vk_test_\w{40}/) ?? []
  return { link, key }
}

/** A key of the scope, made by the operator command. */
export async function makeKey(server: Server, scope: 'ask' | 'runtime' | 'all' = 'all', ...more: string[]) {
  const { stdout, stderr } = await server.admin('key', '--name', 'e2e', '--scope', scope, ...more)
  if (!stdout.startsWith('vk_')) throw new Error(`no key: ${stdout} ${stderr}`)
  return stdout
}

/** Asks again until it holds. */
export async function until(isSo: () => unknown | Promise<unknown>, withinMs = 10_000): Promise<void> {
  const giveUpAtMs = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Error(`not within ${withinMs} ms: ${isSo}`)
    await sleep(10)
  }
}
