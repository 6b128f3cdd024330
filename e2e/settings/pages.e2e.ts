import { expect, type Page } from '@playwright/test'
import { openCard, test, verifies } from '@/e2e/inbox/browser'
import { consoleOf, expectAccessible, expectNoSidewaysScroll } from '@/e2e/inbox/looks'
import { openSettings, sections } from './screens'

const openers = {
  keys: 'New key',
  people: 'Add a person',
  webhooks: 'Add an endpoint',
  agents: 'Add an agent',
} as const

verifies('ADM9', 'for anybody else there are no settings', async ({ inbox, person }) => {
  for (const section of sections) {
    const response = await person.page.goto(`${inbox.server.url}/settings/${section}`)
    expect(response?.status()).toBe(404)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  verifies('ADM10', `accessible and within a phone's width, ${colorScheme}`, async ({ inbox, signIn, ask }) => {
    test.slow()
    const { page } = await signIn({ role: 'admin', name: `${'W'.repeat(90)} ${colorScheme}`, userId: 'W'.repeat(200) })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 800 })
    await inbox.vestra.keys.create({ name: 'W'.repeat(200), scope: 'ask', agent: 'W'.repeat(200) })
    await inbox.vestra.webhooks.create({ url: `https://example.com/${'w'.repeat(500)}`, description: 'W'.repeat(200) })
    await ask('W'.repeat(200), 'exit_plan', 'approval', { summary: 'W'.repeat(200) })
    for (const section of sections) {
      await openSettings(page, inbox.server, section)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
      })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (section === 'audit' || section === 'activity') continue
      await page.getByRole('button', { name: openers[section] }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

async function pressUntilFocused(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  for (let presses = 0; presses < 40; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to "${name}" by Tab`)
}

verifies('ADM11', 'a key is made with the keyboard alone', async ({ inbox, signIn }) => {
  const { page } = await signIn({ role: 'admin' })
  await openSettings(page, inbox.server, 'keys')
  await pressUntilFocused(page, 'New key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/The key/)).toBeFocused()
  await pressUntilFocused(page, 'Done, I have kept it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New key' })).toBeFocused()
})

verifies('ADM12', 'no page writes an error to the console', async ({ inbox, signIn, ask }) => {
  const { page, userId } = await signIn({ role: 'admin' })
  const written = consoleOf(page)
  const item = await ask(userId, 'tool_permission', 'approval')
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles']) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId })
    for (const section of sections) await openSettings(page, inbox.server, section)
    await page.goto(`${inbox.server.url}/?status=resolved`)
    await openCard(page, inbox.server, item.id)
    await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
    for (const path of ['/docs', '/docs/listInteractions', '/errors', '/errors/not_found', '/connect', '/link']) {
      await page.goto(inbox.server.url + path)
      await expect(page.getByRole('heading').first()).toBeVisible()
    }
    await session.detach()
  }
  await page.context().clearCookies()
  await page.goto(`${inbox.server.url}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(written).toEqual([])
})
