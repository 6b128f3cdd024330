import { expect, type Page } from '@playwright/test'
import { openCard, pressFor, verifies } from './browser'

const row = (page: Page, name: RegExp) => page.getByRole('link', { name })

verifies(
  'L4',
  'the palette lists every act with its key, finds one by name, and does it',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await ask(userId, 'exit_plan', 'approval', { summary: 'plan to find' })
    await page.goto(inbox.server.url)
    await expect(row(page, /plan to find/)).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Acts' })
    await expect(palette.getByRole('option')).toHaveCount(13)
    await expect(palette.getByRole('option', { name: /Go to the yes, which you press yourself a/ })).toBeVisible()
    await page.keyboard.type('what is done')
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(page).toHaveURL(/status=resolved/)
    await pressFor(page, ['g', 'i'], row(page, /plan to find/))
    await expect(page).toHaveURL(`${inbox.server.url}/`)
    await pressFor(page, ['g', 'd'], page.getByRole('heading', { name: 'Nothing answered yet' }))
  },
)

verifies('L4', 'the sheet names the keys, and its switch turns the single ones off', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval', { summary: 'plan without keys' })
  await page.goto(inbox.server.url)
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await pressFor(page, ['?'], sheet)
  for (const act of ['Snooze the item, or wake it', 'Take the last answer back', 'Find an act by its name']) {
    await expect(sheet.getByText(act)).toBeVisible()
  }
  await sheet.getByRole('switch', { name: 'Single keys are on' }).uncheck()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: 'Add a note to the no' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Acts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.install()
  await page.clock.runFor(1_000)
  for (const key of ['d', 'e', 'x', '?']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Note with the no' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

verifies(
  'L4',
  'd opens the note, but not with a modifier and not while the focus has just moved',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'exit_plan', 'approval')
    await page.clock.install()
    await openCard(page, inbox.server, item.id)
    const note = page.getByRole('textbox', { name: 'Note with the no' })
    await expect(page.getByRole('button', { name: 'Add a note to the no' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const modifier of ['Control', 'Meta', 'Alt', 'Shift']) await page.keyboard.press(`${modifier}+d`)
    await expect(note).toHaveCount(0)
    await page.getByRole('button', { name: 'Deny', exact: true }).focus()
    await page.keyboard.press('d')
    await expect(note).toHaveCount(0)
    await page.clock.runFor(400)
    await page.keyboard.press('d')
    await expect(note).toBeFocused()
  },
)

verifies(
  'L5',
  'e snoozes an item on this device; it is counted, listed, and comes back',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await ask(userId, 'exit_plan', 'approval', { summary: 'plan to keep' })
    await ask(userId, 'exit_plan', 'approval', { summary: 'plan to snooze' })
    await page.clock.install()
    await page.goto(inbox.server.url)
    await row(page, /plan to snooze/).focus()
    await page.clock.runFor(1_000)
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: 'In an hour' }).press('Enter')
    await page.clock.runFor(5_000)
    await expect(page.getByRole('heading', { name: 'Waiting, 1' })).toBeAttached()
    await expect(page).toHaveTitle('(1) Approvals')
    await page.getByRole('link', { name: 'Snoozed 1' }).click()
    await expect(row(page, /plan to snooze/)).toBeVisible()
    await expect(row(page, /plan to keep/)).toHaveCount(0)
    await page.reload()
    await expect(row(page, /plan to snooze/)).toBeVisible()
    await page.clock.runFor(3_700_000)
    await expect(page.getByRole('heading', { name: 'Nothing is snoozed' })).toBeVisible()
    await page.getByRole('link', { name: /^Waiting/ }).click()
    await expect(row(page, /plan to snooze/)).toBeVisible()
  },
)

verifies('L7', 'the title, the icon and the badge say that something waits', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await page.goto(inbox.server.url)
  await expect(page).toHaveTitle('Approvals')
  const icon = page.locator('link[rel="icon"]')
  await expect(icon).toHaveAttribute('href', /\/icon\.svg/)
  const item = await ask(userId, 'exit_plan', 'approval')
  await expect(page).toHaveTitle('(1) Approvals')
  await expect(icon).toHaveAttribute('href', /\/icon-waiting\.svg/)
  await inbox.vestra.ask.withdraw(item.id)
  await expect(page).toHaveTitle('Approvals')
  await expect(icon).toHaveAttribute('href', /\/icon\.svg/)
})

verifies('L7', 'the switch of worlds stays in the settings', async ({ inbox, signIn }) => {
  const { page } = await signIn({ role: 'admin' })
  await page.goto(`${inbox.server.url}/settings/webhooks`)
  await page.getByRole('group', { name: 'World' }).getByRole('button', { name: 'Live' }).click()
  await expect(page.getByRole('button', { name: 'Live', pressed: true })).toBeVisible()
  await expect(page).toHaveURL(`${inbox.server.url}/settings/webhooks`)
})
