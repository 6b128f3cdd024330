import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asks } from '@/lib/testing/asks'
import { blocksOf, runProgram } from '@/lib/testing/run-block'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'

// Compilers and npm, several times over: on a busy machine each takes as long as it takes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let served: Served
let dir: string
let built: string
let tarball: string
let project: string

const kilobyte = 1024

async function mustRun(command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const ran = await runProgram(command, args, env, cwd)
  expect(ran, `${ran.out}${ran.err}`).toMatchObject({ code: 0 })
  return ran.out
}

/** An empty project that has installed what would be published, and nothing else. */
beforeAll(async () => {
  served = await serveApi()
  dir = await mkdtemp(path.join(tmpdir(), 'vestra-package-'))
  built = path.join(dir, 'built')
  await mustRun(process.execPath, ['lib/bootstrap/package.mjs', built], process.cwd())
  await mustRun('npm', ['pack', '--silent', '--pack-destination', dir], built)
  tarball = path.join(dir, (await readdir(dir)).find((name) => name.endsWith('.tgz')) ?? '')
  project = path.join(dir, 'project')
  await mustRun('mkdir', [project], dir)
  await writeFile(path.join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }')
  await mustRun('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball], project)
})
afterAll(async () => {
  await rm(dir, { recursive: true })
  await served.close()
})

const environment = () => ({ VESTRA_BASE_URL: served.url, VESTRA_API_KEY: served.all.secret })

test('is small, and needs nothing else', async () => {
  expect((await stat(tarball)).size).toBeLessThan(100 * kilobyte)
  const manifest = JSON.parse(await readFile(path.join(built, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies))
  for (const meta of Object.values(manifest.peerDependenciesMeta)) expect(meta).toEqual({ optional: true })
  expect(Object.keys(manifest.exports)).toEqual(
    expect.arrayContaining(['.', './ai-sdk', './with-approval', './langgraph']),
  )
  const installed = await readdir(path.join(project, 'node_modules'))
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['vestra-inbox'])
})

test('says which versions of the frameworks it was tested with', async () => {
  const { peerDependencies } = JSON.parse(await readFile(path.join(built, 'package.json'), 'utf8'))
  expect(Object.keys(peerDependencies)).toHaveLength(7)
  for (const [name, range] of Object.entries<string>(peerDependencies)) {
    const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'))
    const [major, minor] = version.split('.')
    expect(range, name).toBe(major === '0' ? `>=0.${minor}.0 <1` : `^${major}.0.0`)
  }
})

test('the clone itself, with its server, is not packed by mistake', async () => {
  const packed = await runProgram('npm', ['pack', '--pack-destination', dir], {})
  expect(packed.code).not.toBe(0)
  expect(packed.err).toContain('npm run package && npm pack ./.build/package')
  expect((await readdir(dir)).filter((name) => name.endsWith('.tgz'))).toEqual([path.basename(tarball)])
})

test('publint and attw find nothing', async () => {
  expect((await publint({ pkgDir: built, strict: true })).messages).toEqual([])
  await mustRun(
    process.execPath,
    ['node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only'],
    process.cwd(),
  )
})

test('its types hold under the strictest settings, without a look at ours', async () => {
  const names = ['ag-ui', 'ai-sdk', 'claude-agent', 'langgraph', 'mcp-elicitation', 'openai-agents', 'with-approval']
  const adapters = names.map((name, index) => `import * as a${index} from 'vestra-inbox/${name}'`).join('\n')
  await writeFile(
    path.join(project, 'use.ts'),
    `import { type Interaction, Vestra } from 'vestra-inbox'
${adapters}
export const all = [${names.map((_, index) => `a${index}`).join(', ')}]
const vestra = new Vestra()
export const first = async (): Promise<Interaction | undefined> => (await vestra.answer.list()).data[0]
// @ts-expect-error two shapes
void vestra.answer('int_1', { approve: true, answers: ['x'] })
`,
  )
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    types: [],
  }
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const tsc = path.resolve('node_modules/typescript/bin/tsc')
  await mustRun(process.execPath, [tsc], project)
})

test('the quick start runs in it', async () => {
  const block = blocksOf('examples/README.md').find(({ title }) => title === 'Somebody answers, in TypeScript')
  await writeFile(path.join(project, 'start.mjs'), block?.code ?? '')
  expect(await mustRun(process.execPath, ['start.mjs'], project, environment())).toContain('The 09:15 flight')
})

verifies('D19.7', 'the command works outside a clone, over the SDK alone', async () => {
  const { id } = await served.open(asks.M)
  const vestra = path.join(project, 'node_modules/.bin/vestra')
  expect(await mustRun(vestra, ['answer'], project, environment())).toContain(id)
  expect(await mustRun(vestra, ['answer', id, '--approve', '--present-user'], project, environment())).toContain(
    'resolved',
  )
  const refused = await runProgram(vestra, ['answer', id, '--deny'], environment(), project)
  expect(refused.code).toBe(5)
  expect(await mustRun(vestra, ['completion', 'bash'], project)).toContain('complete -o default -F _vestra vestra')
})
