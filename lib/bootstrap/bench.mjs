import { run, setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'all' })
try {
  await run(process.execPath, ['--import', 'tsx', 'lib/bench/bench.ts', ...process.argv.slice(2)], { name: 'bench' })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
