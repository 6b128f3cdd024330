import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'
import { listFiles, npm, root, run, say, seconds, setUp } from './setup.mjs'

process.chdir(root)
const [only, ...extraArgs] = process.argv.slice(2)
const generatedBefore = readGenerated()

const steps = {
  lint: gate(() => npm(['run', '--silent', 'lint'])),
  types: gate(() => npm(['run', '--silent', 'types'])),
  unused: gate(() => npm(['run', '--silent', 'unused'])),
  generated: gate(checkGenerated),
  migrations: gate(() => npm(['run', '--silent', 'migrate:check'])),
  unit: runUnitTests,
  e2e: runBrowserTests,
}
const failure = { passed: 0, failed: 1, skipped: [] }
const builds = { unit: 'bundle', e2e: 'all' }
const needsPostgres = (name) => name === 'unit' || name === 'e2e'

const chosen = only ? [only] : Object.keys(steps)
if (!chosen.every((name) => name in steps)) {
  console.error(`Usage: npm test [-- STEP [ARGS]], STEP being one of ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}

let postgres
const total = { passed: 0, failed: 0, skipped: [] }
const build = only ? (builds[only] ?? 'none') : 'all'

if (await prepare('setup', () => setUp({ build }))) {
  const hasBrowser = !chosen.includes('e2e') || (await prepare('browser', provideBrowser))
  const hasPostgres = !chosen.some(needsPostgres) || (await prepare('postgres', providePostgres))
  for (const name of chosen) {
    if (name === 'e2e' && !hasBrowser) total.skipped.push('e2e (no browser)')
    else if (needsPostgres(name) && !hasPostgres) total.skipped.push(`${name} (no PostgreSQL)`)
    else await step(name, steps[name])
  }
  await postgres?.stop()
} else {
  total.skipped.push(...chosen.map((name) => `${name} (the setup failed)`))
}

for (const name of total.skipped) console.log(`skipped: ${name}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`)
process.exit(total.failed > 0 ? 1 : 0)

async function step(name, work) {
  say(name)
  const startedAt = Date.now()
  const { passed, failed, skipped } = await work()
  total.passed += passed
  total.failed += failed
  total.skipped.push(...skipped)
  say(`${name} ${failed > 0 ? 'FAILED' : 'ok'} in ${seconds(startedAt)}\n`)
  return failed === 0
}

/** A step that counts as one test. */
function gate(work) {
  return async () => ((await succeeds(work)) ? { passed: 1, failed: 0, skipped: [] } : failure)
}

/** A step that counts only when it fails. */
function prepare(name, work) {
  return step(name, async () => ((await succeeds(work)) ? { passed: 0, failed: 0, skipped: [] } : failure))
}

async function succeeds(work) {
  try {
    await work()
    return true
  } catch (error) {
    console.error(error.message)
    return false
  }
}

async function provideBrowser() {
  process.env.CHROMIUM_PATH = await findBrowser()
}

async function providePostgres() {
  postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  if (postgres.tools) process.env.TEST_POSTGRES_TOOLS = postgres.tools
}

/** The setup may have generated already, hence the comparison with what was there before it. */
async function checkGenerated() {
  await npm(['run', '--silent', 'generate'])
  const now = readGenerated()
  const stale = [...now.keys()].filter((file) => now.get(file) !== generatedBefore.get(file))
  if (stale.length > 0) throw new Error(`Out of step with their source, now written anew: ${stale.join(', ')}`)
}

function readGenerated() {
  const files = ['lib', 'prisma', 'public']
    .flatMap(listFiles)
    .filter((file) => !file.startsWith('lib/store/generated/'))
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')])
  return new Map(texts.filter(([, text]) => text.slice(0, 200).includes('by `npm run generate`')))
}

async function runUnitTests() {
  const report = freshReport('unit')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...extraArgs]
  const ok = await succeeds(() =>
    run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { name: 'vitest' }),
  )
  return readVitestReport(report, ok)
}

async function runBrowserTests() {
  const report = freshReport('e2e')
  const args = ['test', '--reporter=list,json', ...extraArgs]
  const options = { name: 'playwright', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }
  const ok = await succeeds(() => run(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], options))
  return readPlaywrightReport(report, ok)
}

function freshReport(name) {
  const file = `${root}/.build/reports/${name}.json`
  mkdirSync(`${root}/.build/reports`, { recursive: true })
  rmSync(file, { force: true })
  return file
}
