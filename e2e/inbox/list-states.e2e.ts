import { expect, type Page } from '@playwright/test'
import { pressFor, verifies } from './browser'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

const dialog = (page: Page) => page.locator('[role=dialog]:not([popover]), [role=alertdialog]')

async function select(page: Page) {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^Select: plan/ })
    .first()
    .check()
}

async function openFirst(page: Page) {
  await page.getByRole('link', { name: /plan 1 of the list/ }).click()
  await expect(page.getByRole('button', { name: 'Deny', exact: true })).toBeEnabled()
}

/** What the list can look like, each with the way there. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'a group folded': async (page) => {
    await page.getByRole('button', { name: /alike/ }).click()
    await expect(page.getByRole('link', { name: /plan 1 of the list/ })).toHaveCount(0)
  },
  'the filters': async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused()
  },
  'the saved views': async (page) => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await expect(page.getByRole('textbox', { name: 'Save this view as' })).toBeVisible()
  },
  selecting: select,
  'a no to many': async (page) => {
    await select(page)
    await page.getByRole('button', { name: 'Deny 1' }).click()
    await expect(dialog(page)).toBeVisible()
  },
  'the palette': (page) => pressFor(page, ['Control+k'], dialog(page)),
  'the keys': (page) => pressFor(page, ['?'], dialog(page)),
  'the times of a snooze': async (page) => {
    await openFirst(page)
    await page.getByRole('button', { name: 'Snooze' }).click()
    await expect(dialog(page)).toBeVisible()
  },
  'an answer on its way': async (page) => {
    await openFirst(page)
    await page.clock.install()
    await page.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Undo: Deny/ })).toBeVisible()
    await page.getByRole('button', { name: /^Undo: Deny/ }).focus()
  },
  'nothing found': async (page) => {
    await page.getByRole('searchbox').fill('nobody asked this')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('heading', { name: 'Nothing fits these filters' })).toBeVisible()
  },
  'a list that is read': async (page) => {
    await page.route('**/v1/**', () => {})
    await page.getByRole('link', { name: 'Done', exact: true }).click()
    await expect(
      page
        .getByRole('region', { name: /Answered/ })
        .getByRole('status')
        .first(),
    ).toBeAttached()
  },
  'a server that is away': async (page) => {
    await page.route('**/v1/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Done', exact: true }).click()
    await expect(page.getByText('The server does not answer.')).toBeVisible({ timeout: 30_000 })
  },
}

for (const [name, reach] of Object.entries(states)) {
  verifies(
    'L12',
    `${name}: accessible in light and dark, and never wider than a phone`,
    async ({ inbox, person, ask }) => {
      const { page, userId } = person
      for (const n of [1, 2, 3]) await ask(userId, 'exit_plan', 'approval', { summary: `plan ${n} of the list` })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(inbox.server.url)
      await expect(page.getByRole('link', { name: /plan 1 of the list/ })).toBeVisible()
      await reach(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      await expectNoSidewaysScroll(page)
    },
  )
}
