import { findBrowser } from './browser.mjs'
import { run, setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'all' })
try {
  process.env.CHROMIUM_PATH = await findBrowser()
  await run(process.execPath, ['--import', 'tsx', 'lib/bench/bench.ts', ...process.argv.slice(2)], { name: 'bench' })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
