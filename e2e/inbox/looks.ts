import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(untilStill)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** What fades in has less contrast on its way. What moves for ever is looked at as it is. */
function untilStill() {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => {})
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** What the page writes to its console as an error or a warning from now on, hydration mismatches among it. */
export function consoleOf(page: Page): string[] {
  const written: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') written.push(`${page.url()}: ${message.text()}`)
  })
  return written
}
