import { findBrowser } from './browser.mjs'
import { run, setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'all' })
try {
  process.env.CHROMIUM_PATH = await findBrowser()
  await run(process.execPath, ['--import', 'tsx', 'e2e/gallery.ts', ...process.argv.slice(2)], { name: 'gallery' })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
