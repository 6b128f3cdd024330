import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './setup.mjs'

// What is published is the client alone: the command, the SDK and its adapters, without any dependency. The server is run
// from a clone, and what it needs stays out of its callers' installations.
process.chdir(root)
const out = path.resolve(process.argv[2] ?? '.build/package')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const adapters = readdirSync('lib/sdk/adapters')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'decide.ts')
  .map((file) => path.basename(file, '.ts'))

/** The frameworks that the adapters are for. None of them is imported. */
const frameworks = [
  '@ag-ui/core',
  '@anthropic-ai/claude-agent-sdk',
  '@langchain/langgraph',
  '@modelcontextprotocol/sdk',
  '@openai/agents-core',
  'ai',
  'langchain',
]

await build({
  entryPoints: ['lib/sdk/index.ts', ...adapters.map((name) => `lib/sdk/adapters/${name}.ts`)],
  outdir: path.join(out, 'sdk'),
  outbase: 'lib/sdk',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})

await build({
  entryPoints: { vestra: 'lib/cli/client.ts' },
  outdir: path.join(out, 'bin'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifyWhitespace: true,
  // A bundled CommonJS module asks for Node's own modules with require.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
})
chmodSync(path.join(out, 'bin/vestra.js'), 0o755)

emitTypes()
writeManifest()
cpSync('examples/README.md', path.join(out, 'README.md'))
if (existsSync('LICENSE')) cpSync('LICENSE', path.join(out, 'LICENSE'))

function emitTypes() {
  const types = path.join(out, 'types')
  const settings = path.join(out, 'tsconfig.json')
  const base = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions
  writeFileSync(
    settings,
    JSON.stringify({
      compilerOptions: {
        ...base,
        paths: { '@/*': [`${root}/*`] },
        plugins: [],
        types: ['node'],
        typeRoots: [`${root}/node_modules/@types`],
        noEmit: false,
        incremental: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: root,
        outDir: types,
      },
      files: ['index', ...adapters.map((name) => `adapters/${name}`)].map((name) => `${root}/lib/sdk/${name}.ts`),
    }),
  )
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', settings], {
    stdio: 'inherit',
  })
  rmSync(settings)
  if (status !== 0) process.exit(1)
  const from = path.join(types, 'lib/sdk')
  for (const file of readdirSync(from, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const target = path.join(out, 'sdk', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, withFileNames(readFileSync(path.join(from, file), 'utf8'), path.dirname(file)))
  }
  rmSync(types, { recursive: true })
}

/** Published types name files, as Node does, in place of our paths. */
function withFileNames(text, folder) {
  return text.replace(/(from |import\()['"](@\/lib\/sdk(?:\/[\w/-]+)?|\.\/[\w/-]+)['"]/g, (_, before, name) => {
    if (name.startsWith('./')) return `${before}'${name}.js'`
    const target = name === '@/lib/sdk' ? 'index' : name.slice('@/lib/sdk/'.length)
    const relative = path.posix.relative(folder === '.' ? '' : folder, target)
    return `${before}'${relative.startsWith('.') ? relative : `./${relative}`}.js'`
  })
}

/** The major that the tests run with; before 1.0, from the tested minor on. */
function rangeOf(tested) {
  const [major, minor] = tested.split('.')
  return major === '0' ? `>=0.${minor}.0 <1` : `^${major}.0.0`
}

function writeManifest() {
  const root = JSON.parse(readFileSync('package.json', 'utf8'))
  const { name, version, description, license, engines } = root
  const tested = { ...root.dependencies, ...root.devDependencies }
  const entry = (file) => ({ types: `./sdk/${file}.d.ts`, default: `./sdk/${file}.js` })
  const exports = {
    '.': entry('index'),
    ...Object.fromEntries(adapters.map((adapter) => [`./${adapter}`, entry(`adapters/${adapter}`)])),
    './package.json': './package.json',
  }
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { vestra: './bin/vestra.js' },
    exports,
    files: ['bin', 'sdk'],
    sideEffects: false,
    peerDependencies: Object.fromEntries(frameworks.map((framework) => [framework, rangeOf(tested[framework])])),
    peerDependenciesMeta: Object.fromEntries(frameworks.map((framework) => [framework, { optional: true }])),
  }
  writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
