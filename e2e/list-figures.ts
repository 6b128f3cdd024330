import { chromium, type Page } from '@playwright/test'
import { Vestra } from '@/lib/sdk'
import { firstStart, makeServers } from './server'

/**
 * How the list of the built inbox scrolls over ten thousand waiting items, in Chromium on this machine;
 * `npx tsx e2e/list-figures.ts`. A task over 50 ms is one that a person may feel.
 */
const items = 10_000
const userId = 'figures'
const env = { LIMIT_PENDING_PER_USER: '1000000', LIMIT_PENDING_TOTAL: '1000000' }

interface Scroll {
  rows: number
  longTasks: number
  longestMs: number
  frames: number
  slowestFrameMs: number
}

/** Scrolls to the end and back, a screen and a half each frame; on the way down it waits for pages that are not read yet. */
function scroll(page: Page): Promise<Scroll> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('li[aria-posinset]')?.parentElement?.parentElement
    if (!scroller) throw new Error('no list')
    const long: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const frames: number[] = []
    let lastMs = performance.now()
    const frame = () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => {
          frames.push(performance.now() - lastMs)
          lastMs = performance.now()
          done()
        }),
      )
    const isReadingOn = () => scroller.querySelector('li[aria-setsize="-1"]') !== null
    while (isReadingOn() || scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      scroller.scrollTop += 1200
      await frame()
    }
    const rows = Number(scroller.querySelector('li')?.getAttribute('aria-setsize'))
    while (scroller.scrollTop > 0) {
      scroller.scrollTop -= 1200
      await frame()
    }
    observer.disconnect()
    return {
      rows,
      longTasks: long.length,
      longestMs: Math.round(Math.max(0, ...long)),
      frames: frames.length,
      slowestFrameMs: Math.round(Math.max(...frames)),
    }
  })
}

const { servers, end } = makeServers()
try {
  const server = await servers.start({ env })
  const { key } = await firstStart(server)
  const vestra = new Vestra({ baseUrl: server.url, apiKey: key })
  const ask = (n: number) =>
    vestra.ask.create({ kind: 'exit_plan', user_id: userId, summary: `plan ${n}`, steps: ['Look', 'Book', 'Pay'] })
  for (let n = 0; n < items; n += 50) await Promise.all(Array.from({ length: 50 }, (_, index) => ask(n + index)))
  const person = ['--email', 'figures@example.com', '--name', 'Ada', '--user-id', userId]
  const { stdout: link } = await server.admin('person', ...person)

  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // The compiler names functions through a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (fn) => fn')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('listitem').first().waitFor()
  const figures = { 'down while it is read, and up': await scroll(page), 'down and up, all read': await scroll(page) }
  console.table(figures)
  await browser.close()
} finally {
  await end()
}
