import { expect } from '@playwright/test'
import { openCard, verifies } from './browser'

verifies('A16 A17 T16', 'two people press at once: one wins, the other is told who', async ({ inbox, signIn, ask }) => {
  const userId = `shared-${process.pid}`
  const ada = await signIn({ userId, name: 'Ada' })
  const bo = await signIn({ userId, name: 'Bo' })
  const item = await ask(userId, 'tool_permission', 'approval')
  for (const { page } of [ada, bo]) {
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await page.getByRole('textbox', { name: 'Type the amount: $500.00' }).fill('500')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Pay $500.00' })).toBeEnabled()
  }
  // In the same moment: a click that waits for anything would find the other's answer already told.
  await Promise.all(
    [ada, bo].map(({ page }) =>
      page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Pay $500.00' })
        .evaluate((button: HTMLElement) => button.click()),
    ),
  )
  for (const { page } of [ada, bo]) {
    await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
  }
  expect((await inbox.vestra.ask.result(item.id)).answered_by?.type).toBe('person')
  const news = [ada, bo].map(({ page }) =>
    page.getByText(/(Ada|Bo) approved this a moment ago\. Your answer was not recorded/),
  )
  const told = await Promise.all(news.map((each) => each.count()))
  expect(told.reduce((sum, count) => sum + Math.min(count, 1), 0)).toBe(1)
})

verifies('A35', 'an answer elsewhere ends the buttons of an open card', async ({ inbox, person, ask }) => {
  const item = await ask(person.userId, 'tool_permission', 'approval')
  await openCard(person.page, inbox.server, item.id)
  await expect(person.page.getByRole('button', { name: 'Pay $500.00' })).toBeVisible()
  await inbox.vestra.answer(item.id, { approve: false, message: 'Not today' })
  await expect(person.page.getByText('Denied').first()).toBeVisible()
  await expect(person.page.getByRole('button', { name: 'Pay $500.00' })).toHaveCount(0)
})
