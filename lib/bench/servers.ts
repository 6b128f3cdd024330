import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Target } from './load'

export interface Running {
  target: Target
  /** Resident memory, in MiB. */
  memoryMiB(): Promise<number>
  /** From the start of the process until it said that it is ready, in milliseconds. */
  readyMs: number
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function start(args: string[], port: number, environment: NodeJS.ProcessEnv, ready: RegExp) {
  const startedMs = performance.now()
  const child: ChildProcess = spawn(process.execPath, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const readyMs = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    lines.on('line', (line) => {
      if (ready.test(line)) resolve(performance.now() - startedMs)
    })
  })
  return { child, readyMs, target: { url: `http://127.0.0.1:${port}`, key: 'none' } }
}

async function running(started: Awaited<ReturnType<typeof start>>): Promise<Running> {
  const { child, readyMs, target } = started
  return {
    target,
    readyMs,
    memoryMiB: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024
    },
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export async function startFloor(databaseUrl: string): Promise<Running> {
  const port = await freePort()
  return running(
    await start(
      ['--import', 'tsx', 'lib/bench/floor.ts', databaseUrl, String(port)],
      port,
      process.env,
      /Floor is ready/,
    ),
  )
}

/** The built server with a key of its own. `mount` chooses between our own listener and Next's pipeline (D16). */
export async function startVestra(options: {
  databaseUrl: string
  dataDir: string
  key: string
  mount: 'own' | 'next'
}): Promise<Running> {
  const port = await freePort()
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    RATE_LIMIT_PER_MINUTE: '0',
    LIMIT_PENDING_PER_USER: '1000000',
    LIMIT_PENDING_TOTAL: '10000000',
    LOG_LEVEL: 'warn',
  }
  const args =
    options.mount === 'own'
      ? ['.build/server/main.js']
      : ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1']
  const started = await start(args, port, environment, /Vestra Inbox is ready|Ready in/)
  started.target.key = options.key
  return running(started)
}
