import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say } from './setup.mjs'

const systemChromium = '/usr/bin/chromium'

/** The path of a Chromium that starts, fetched when there is none. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (starts(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, which does not start`)
  }
  if (starts(systemChromium)) return systemChromium

  const { chromium } = await import('@playwright/test')
  const ownChromium = chromium.executablePath()
  if (starts(ownChromium)) return ownChromium

  say('There is no browser yet: npx playwright install chromium …')
  const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await run(process.execPath, install, { name: 'playwright install' }).catch(showAndGoOn)
  if (starts(ownChromium)) return ownChromium

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing the chromium package (apt-get) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env }).catch(showAndGoOn)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env }).catch(showAndGoOn)
    if (starts(systemChromium)) return systemChromium
  }
  throw new Error('No browser: install Chromium and set CHROMIUM_PATH to it')
}

function starts(file) {
  return spawnSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function showAndGoOn(error) {
  say(error.message)
}
