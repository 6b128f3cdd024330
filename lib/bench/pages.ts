import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { exampleOf } from '@/lib/testing/asks'
import { clientOf, percentile, type Target } from './load'

/** A phone of some years ago, as Chromium plays it. */
const slowDown = 4
const tries = 7

export interface PageFigure {
  measure: string
  unit: 'kB' | 'ms' | 'tasks'
  value: number
}

async function newPage(context: BrowserContext, rate: number): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** Opens a page of the inbox and waits until it answers to a click: only then does it listen for events. */
async function openLive(page: Page, url: string): Promise<void> {
  const isLive = page.waitForRequest((request) => request.url().includes('/v1/events'))
  await page.goto(url)
  await isLive
}

/** What the first load of a page runs, as it goes over the wire. */
async function scriptKb(page: Page, url: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await openLive(page, url)
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry) resolve(entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

declare global {
  interface Window {
    taken: Promise<number>
  }
}

/** From the click on a yes until the link to the next item has the focus and is drawn. */
async function answerToNextMs(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.taken = new Promise((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const isNext = document.activeElement?.matches('a[href^="/inbox/"]')
            if (isNext) requestAnimationFrame(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          look()
        },
        { capture: true, once: true },
      )
    })
  })
  await page.getByRole('button', { name: 'Start the plan', disabled: false }).click()
  return page.evaluate(() => window.taken)
}

interface Scroll {
  rows: number
  longTasksMs: number[]
}

/** Scrolls to the end and back, a screen and a half each frame; on the way down it waits for pages that are not read yet. */
function scroll(page: Page): Promise<Scroll> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('li[aria-posinset]')?.parentElement?.parentElement
    if (!scroller) throw new Error('no list')
    const longTasksMs: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasksMs.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
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
    return { rows, longTasksMs }
  })
}

/**
 * How quick the inbox feels in Chromium, mostly with its processor slowed down four times, on a running server with a full list.
 * @param signInLink signs an admin in, once
 */
export async function measurePages(target: Target, signInLink: string): Promise<PageFigure[]> {
  const executablePath = process.env.CHROMIUM_PATH
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    // The compiler names functions through a helper that a page does not have.
    await context.addInitScript('globalThis.__name = (fn) => fn')
    const signingIn = await context.newPage()
    await signingIn.goto(signInLink)
    await signingIn.getByRole('button', { name: 'Sign in' }).click()
    await signingIn.getByRole('heading', { name: /Waiting/ }).waitFor()
    await signingIn.close()

    const first = await newPage(context, slowDown)
    const kb = await scriptKb(first, target.url)
    await first.close()

    const client = clientOf(target, 1)
    const ask = { ...exampleOf('exit_plan', 'approval'), user_id: null }
    async function answerOnce(rate: number) {
      const asked = await client.call('POST', '/v1/interactions', JSON.stringify(ask))
      const page = await newPage(context, rate)
      await openLive(page, `${target.url}/inbox/${JSON.parse(asked).id}`)
      const figures = { paintMs: await firstPaintMs(page), nextMs: await answerToNextMs(page) }
      await page.close()
      return figures
    }
    const slow: Awaited<ReturnType<typeof answerOnce>>[] = []
    const usual: typeof slow = []
    for (let n = 0; n < tries; n++) {
      slow.push(await answerOnce(slowDown))
      usual.push(await answerOnce(1))
    }
    await client.close()

    async function scrollOnce(rate: number): Promise<PageFigure[]> {
      const list = await newPage(context, rate)
      await openLive(list, target.url)
      const { rows, longTasksMs } = await scroll(list)
      await list.close()
      const scrolling = `in scrolling ${rows} rows${rate > 1 ? `, ${rate}× slower` : ''}`
      return [
        { measure: `page: tasks over 50 ms ${scrolling}`, unit: 'tasks', value: longTasksMs.length },
        { measure: `page: the longest of them ${scrolling}`, unit: 'ms', value: Math.max(0, ...longTasksMs) },
      ]
    }
    const scrolls = [...(await scrollOnce(1)), ...(await scrollOnce(slowDown))]
    const median = (values: number[]) =>
      percentile(
        values.sort((a, b) => a - b),
        0.5,
      )
    return [
      { measure: 'page: scripts of the first load, gzip', unit: 'kB', value: kb },
      {
        measure: `page: first contentful paint, ${slowDown}× slower`,
        unit: 'ms',
        value: median(slow.map(({ paintMs }) => paintMs)),
      },
      { measure: 'page: answer to next item focused', unit: 'ms', value: median(usual.map(({ nextMs }) => nextMs)) },
      {
        measure: `page: answer to next item focused, ${slowDown}× slower`,
        unit: 'ms',
        value: median(slow.map(({ nextMs }) => nextMs)),
      },
      ...scrolls,
    ]
  } finally {
    await browser.close()
  }
}
