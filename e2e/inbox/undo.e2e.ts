import { expect, type Page } from '@playwright/test'
import { until } from '@/e2e/server'
import { openCard, verifies } from './browser'

/** Time stands still but where a test moves it, so that what does not happen can be shown. */
async function holdTime(page: Page) {
  await page.clock.install()
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Answers on their way' })

verifies(
  'L3',
  'a no can be taken back, its note is still there, and nothing was sent',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'tool_permission', 'approval')
    await holdTime(page)
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Add a note to the no' }).click()
    await page.getByRole('textbox', { name: 'Note with the no' }).fill('Too dear.')
    await page.getByRole('button', { name: 'Deny with note' }).click()
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeFocused()
    await expect(page.getByText('Denied')).toHaveCount(0)
    await toasts(page)
      .getByRole('button', { name: /^Undo: Deny/ })
      .press('Enter')
    await expect(toasts(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Note with the no' })).toHaveValue('Too dear.')
    await page.clock.runFor(20_000)
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await page.getByRole('button', { name: 'Deny with note' }).click()
    await page.clock.runFor(6_000)
    await expect(page.getByText('Denied').first()).toBeVisible()
    expect(await inbox.vestra.ask.result(item.id)).toMatchObject({ decision: 'denied', message: 'Too dear.' })
  },
)

verifies('L3', 'u takes an answer back, and its draft is still there', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'ask_question', 'question')
  await holdTime(page)
  await openCard(page, inbox.server, item.id)
  await page.getByRole('textbox', { name: /own words/ }).fill('The night train')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(toasts(page).getByText('The night train').or(toasts(page).getByText('Answer')).first()).toBeVisible()
  await page.clock.runFor(1_000)
  await page.keyboard.press('u')
  await expect(toasts(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /asks a question/ })).toBeFocused()
  await page.clock.runFor(20_000)
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await expect(page.getByRole('textbox', { name: /own words/ })).toHaveValue('The night train')
})

verifies(
  'L3',
  'several are held at a time while the person goes on, and each is sent',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const items = []
    for (const n of [1, 2, 3])
      items.push(await ask(userId, 'exit_plan', 'approval', { summary: `plan ${n} to refuse` }))
    await holdTime(page)
    await openCard(page, inbox.server, items[2]?.id ?? '')
    for (const n of [3, 2, 1]) {
      await expect(page.getByRole('heading', { name: /start this plan/ })).toBeVisible()
      await page.getByRole('button', { name: 'Deny', exact: true }).click()
      await expect(toasts(page).getByText(`plan ${n} to refuse`)).toBeVisible()
      if (n > 1) await page.getByRole('link', { name: `Next: plan ${n - 1} to refuse` }).click()
    }
    for (const { id } of items) expect((await inbox.vestra.answer.get(id)).status).toBe('pending')
    await page.clock.runFor(6_000)
    for (const { id } of items) await until(async () => (await inbox.vestra.answer.get(id)).status === 'resolved')
    await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
  },
)

verifies('L3', 'leaving the page sends what is held at once', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval')
  await holdTime(page)
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await page.goto('about:blank')
  await until(async () => (await inbox.vestra.answer.get(item.id)).status === 'resolved')
  expect((await inbox.vestra.ask.result(item.id)).decision).toBe('denied')
})

verifies('L3 A16', 'a held no that comes too late says so, wherever the person is', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const first = await ask(userId, 'exit_plan', 'approval', { summary: 'plan 1 of two' })
  const second = await ask(userId, 'exit_plan', 'approval', { summary: 'plan 2 of two' })
  await holdTime(page)
  await openCard(page, inbox.server, second.id)
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await page.getByRole('link', { name: 'Next: plan 1 of two' }).click()
  await expect(page).toHaveURL(new RegExp(first.id))
  await inbox.vestra.answer(second.id, { approve: true })
  await page.clock.runFor(6_000)
  await expect(toasts(page).getByText('This was not recorded.')).toBeVisible()
  await toasts(page).getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(new RegExp(second.id))
  await expect(page.getByText(/Your answer was not recorded/).first()).toBeVisible()
})

verifies('L3', 'a yes is never held', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval')
  await openCard(page, inbox.server, item.id)
  const yes = page.getByRole('button', { name: 'Start the plan' })
  await expect(async () => {
    if (await yes.isVisible()) await yes.click({ timeout: 500 })
    await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible({ timeout: 1_500 })
  }).toPass()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
})
