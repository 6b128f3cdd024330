import { expect, type Page } from '@playwright/test'
import { openCard, verifies } from './browser'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

const long = 'W'.repeat(190)
const misleading = {
  summary: `pay $50.00 to Mountain Lodge ${long}`.slice(0, 190),
  payee: { name: `Lаkeside ${long}`.slice(0, 190), id: long },
  rows: Array.from({ length: 12 }, (_, index) => ({
    label: `Row ${index} ${long}`.slice(0, 80),
    value: long.repeat(3),
  })),
  reason: `**Now** or \`never\`: https://mountain.example.org/${long}\n- one\n- two`,
  amount: { value: '123456789012345678901234567890.123456789012345678', currency: 'ZZZ' },
}

/** What a finger must hit is at least 44 pixels high and wide. */
async function expectLargeTargets(page: Page) {
  const small = await page.locator('main button:visible, [role="alertdialog"] button:visible').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.closest('article, [role="alertdialog"]') !== null)
      .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  )
  expect(small).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  verifies(
    'CARD11',
    `money with warnings, unread, confirmed in both ways, unsure: ${colorScheme}`,
    async ({ inbox, person, ask }) => {
      const { page, userId } = person
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const item = await ask(userId, 'tool_permission', 'approval', misleading)
      await page.route(`**/v1/interactions/${item.id}/answer`, (route) => route.abort('connectionreset'))
      await openCard(page, inbox.server, item.id)
      await expect(page.getByText('Read to the end for the yes.')).toBeVisible()
      await expectAccessible(page)
      await expectLargeTargets(page)
      await page.getByRole('button', { name: 'Show the end' }).click()
      const yes = page.getByRole('button', { name: /^Pay ZZZ/ })
      await expect(yes).toBeEnabled()
      await expectAccessible(page)
      await yes.click()
      await expectAccessible(page)
      await expectLargeTargets(page)
      await page.getByRole('textbox', { name: /^Type the amount/ }).fill(misleading.amount.value)
      await expectAccessible(page)
      const last = page.getByRole('alertdialog').getByRole('button', { name: /^Pay ZZZ/ })
      await expect(last).toBeEnabled()
      await last.click()
      await expect(page.getByText('Not sure whether this was recorded. Checking…')).toBeVisible()
      await expectAccessible(page)
    },
  )
}

for (const [name, width, height] of [
  ['a small phone', 320, 568],
  ['a phone', 390, 844],
  ['a screen at 200 %', 640, 400],
  ['a wide screen', 1920, 1080],
] as const) {
  for (const direction of ['ltr', 'rtl']) {
    verifies(
      'CARD11',
      `long values stay whole and in view on ${name}, ${direction}`,
      async ({ inbox, person, ask }) => {
        const { page, userId } = person
        await page.setViewportSize({ width, height })
        const item = await ask(userId, 'tool_permission', 'approval', misleading)
        await openCard(page, inbox.server, item.id)
        await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
        await expectNoSidewaysScroll(page)
        await expect(page.getByRole('definition').last()).toBeAttached()
        await page.getByRole('button', { name: 'Show the end' }).click()
        const yes = page.getByRole('button', { name: /^Pay ZZZ/ })
        await expect(yes).toBeEnabled()
        await yes.click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectNoSidewaysScroll(page)
        const last = page.getByRole('alertdialog').getByRole('button', { name: /^Pay ZZZ/ })
        await last.scrollIntoViewIfNeeded()
        await expect(last).toBeInViewport({ ratio: 1 })
      },
    )
  }
}
