import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)))
export const serverEntry = pathToFileURL(path.join(root, '.build/server/main.js')).href

/** Brings the clone to the point where it can run. `build` is 'all', 'bundle' (what runs outside Next) or 'none'. */
export async function setUp({ build }) {
  assertNodeVersion()
  process.chdir(root)
  Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1' })
  await install()
  await generate()
  await bundleServiceWorker()
  if (build !== 'none') await bundle()
  if (build === 'all') await buildNext()
}

export async function setUpOrExit(options) {
  try {
    await setUp(options)
  } catch (error) {
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}

export function say(message) {
  console.log(`▸ ${message}`)
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 }

/** Runs a program with its output shown, in a process group of its own so that all of it ends with us. */
export function run(command, args, { name = path.basename(command), advice = '', ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', detached: true, ...options })
  const end = () => child.exitCode === null && process.kill(-child.pid)
  const exit = (signal) => process.exit(exitCodes[signal])
  process.on('exit', end)
  for (const signal in exitCodes) process.on(signal, exit)

  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${name} could not be started: ${error.message}\n${advice}`)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${name} failed (${signal ?? `exit code ${code}`})\n${advice}`))
    })
  }).finally(() => {
    process.off('exit', end)
    for (const signal in exitCodes) process.off(signal, exit)
  })
}

/** npm as it called us, or else the one in PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  const named = { name: `npm ${args.join(' ')}`, ...options }
  return cli ? run(process.execPath, [cli, ...args], named) : run('npm', args, named)
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return
  throw new Error(`Node ${process.versions.node} is not supported: install Node 20.19, 22.12, 24 or later.`)
}

async function install() {
  const builtFor = 'node_modules/.built-for'
  const thisNode = `${process.platform}-${process.arch}-${process.versions.modules}`
  const sameNode = !existsSync(builtFor) || readFileSync(builtFor, 'utf8') === thisNode
  if (!sameNode || !isInstalledAsLocked()) {
    say('Installing the dependencies (npm ci, one to three minutes) …')
    const startedAt = Date.now()
    const heartbeat = setInterval(() => say(`  still installing, ${seconds(startedAt)}`), 15_000)
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund'], {
      advice:
        'See the messages above. If better-sqlite3 could not be built, install python3, make and a C++ compiler ' +
        '(Debian: apt-get install -y python3 make g++). Then run the same command again.',
    }).finally(() => clearInterval(heartbeat))
    say(`Installed in ${seconds(startedAt)}`)
  }
  writeFileSync(builtFor, thisNode)
}

function isInstalledAsLocked() {
  const installedLock = 'node_modules/.package-lock.json'
  if (!existsSync(installedLock)) return false
  const { packages: wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { packages: found } = JSON.parse(readFileSync(installedLock, 'utf8'))
  return Object.entries(wanted).every(
    ([where, { version, optional }]) =>
      where === '' || found[where]?.version === version || (optional && !(where in found)),
  )
}

async function generate() {
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'lib/store/schema', 'package-lock.json']
  const outputs = ['prisma/sqlite/schema.prisma', 'lib/store/generated/postgresql', 'lib/store/generated/sqlite']
  await whenChanged('generate', inputs, outputs, async () => {
    say('Generating the database clients …')
    await npm(['run', '--silent', 'generate'])
  })
}

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'prisma/schema.prisma']

async function bundle() {
  const outputs = ['.build/server/main.js', '.build/cli/main.js']
  await whenChanged('bundle', ['lib', ...settings], outputs, async () => {
    say('Building the server and the command line …')
    for (const dir of ['server', 'cli', 'chunks']) rmSync(path.join('.build', dir), { recursive: true, force: true })
    const esbuild = await import('esbuild')
    await esbuild.build({
      entryPoints: ['lib/server/main.ts', 'lib/cli/main.ts'],
      outdir: '.build',
      outbase: 'lib',
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      packages: 'external',
      plugins: [ownModules],
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      logLevel: 'warning',
    })
    chmodSync('.build/cli/main.js', 0o755)
  })
  linkCommand()
}

/** Browsers run it as one file of ours, beside the pages. */
async function bundleServiceWorker() {
  const source = 'components/notices/service-worker.ts'
  const inputs = [source, 'components/interaction/deny-hash.ts', ...settings]
  const output = 'public/service-worker.js'
  await whenChanged('service-worker', inputs, [output], async () => {
    const esbuild = await import('esbuild')
    await esbuild.build({
      entryPoints: [source],
      outfile: output,
      bundle: true,
      minify: true,
      format: 'iife',
      target: ['chrome109', 'firefox115', 'safari16'],
      logLevel: 'warning',
    })
  })
}

/** `packages: 'external'` would let a misspelt `@/…` through, and the server would miss it only when it runs. */
const ownModules = {
  name: 'own-modules',
  setup(build) {
    build.onResolve({ filter: /^@\// }, async ({ path: name, ...from }) => {
      if (from.pluginData === ownModules) return
      const found = await build.resolve(name, { ...from, pluginData: ownModules })
      return found.external ? { errors: [{ text: `Could not resolve "${name}"` }] } : found
    })
  },
}

/** npm links the commands of dependencies only, and `npx vestra` must work inside the clone as well. */
function linkCommand() {
  const link = 'node_modules/.bin/vestra'
  if (lstatSync(link, { throwIfNoEntry: false })) return
  symlinkSync('../../.build/cli/main.js', link)
}

async function buildNext() {
  // The arrows in biome.json keep pages and handlers from importing these.
  const lib = listFiles('lib').filter((file) => !/^lib\/(bootstrap|cli|server)\//.test(file))
  const inputs = ['app', 'components', ...lib, 'public', 'next.config.ts', 'postcss.config.mjs', ...settings]
  await whenChanged('next', inputs, ['.next/BUILD_ID'], async () => {
    say('Building the pages (next build, about a minute) …')
    const startedAt = Date.now()
    await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      name: 'next build',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    say(`Built in ${seconds(startedAt)}`)
  })
}

/** Does the work unless its inputs are those of the last time and all outputs are there. */
async function whenChanged(name, inputs, outputs, work) {
  const stamp = path.join('.build/stamps', name)
  const hash = hashFiles(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && outputs.every((output) => existsSync(output))) return
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

function hashFiles(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(listFiles).filter(isSource)) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** The files under a path in a fixed order; none when there is nothing. */
export function listFiles(where) {
  const stat = lstatSync(where, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [where]
  return readdirSync(where)
    .sort()
    .flatMap((name) => listFiles(path.posix.join(where, name)))
}

function isSource(file) {
  return !/\.test\.tsx?$|^lib\/(testing|store\/generated)\//.test(file)
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
