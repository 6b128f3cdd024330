import { expect } from '@playwright/test'
import { verifies } from './browser'

verifies(
  'L6 A16',
  'many are denied by one look, each by itself, and each says what became of it',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const items = []
    for (const n of [1, 2, 3])
      items.push(await ask(userId, 'tool_permission', 'approval', { summary: `pay ${n} of many` }))
    const question = await ask(userId, 'ask_question', 'question', { summary: 'a question among them' })
    await page.goto(inbox.server.url)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (const n of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select: pay ${n} of many` }).check()
    await page.getByRole('checkbox', { name: 'Select: a question among them' }).check()
    await expect(page.getByRole('button', { name: 'Skip 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Deny 3' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Deny these 3 items?' })
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(confirm.getByRole('listitem')).toHaveCount(3)
    await inbox.vestra.answer(items[0]?.id ?? '', { approve: true, present_user: true })
    await confirm.getByRole('button', { name: 'Deny 3' }).click()
    const result = page.getByRole('alertdialog', { name: 'Denying 3 items' })
    await expect(result.getByText('Recorded')).toHaveCount(2)
    await expect(result.getByText('First test key approved this a moment ago.')).toBeVisible()
    await result.getByRole('button', { name: 'Close' }).click()
    const decisions = await Promise.all(items.map(async ({ id }) => (await inbox.vestra.ask.result(id)).decision))
    expect(decisions).toEqual(['approved', 'denied', 'denied'])
    expect((await inbox.vestra.answer.get(question.id)).status).toBe('pending')
  },
)

verifies('L6', 'x selects; questions are skipped, and nothing offers a yes to many', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const items = []
  for (const n of [1, 2]) items.push(await ask(userId, 'ask_question', 'question', { summary: `question ${n} of two` }))
  await ask(userId, 'ask_question', 'handoff', { summary: 'a hand-off among them' })
  await page.clock.install()
  await page.goto(inbox.server.url)
  for (const [at, name] of [/question 1 of two/, /question 2 of two/, /a hand-off among them/].entries()) {
    await expect(async () => {
      await page.getByRole('link', { name }).focus()
      await page.clock.runFor(1_000)
      await page.keyboard.press('x')
      await expect(page.getByText(`${at + 1} selected`)).toBeVisible({ timeout: 2_000 })
    }).toPass()
  }
  for (const yes of [/Approve/, /Allow/, /Pay/, /Send/, /Done \d/]) {
    await expect(page.getByRole('region', { name: /Waiting/ }).getByRole('button', { name: yes })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Skip 2' }).click()
  await page
    .getByRole('alertdialog', { name: 'Skip these 2 questions?' })
    .getByRole('button', { name: 'Skip 2' })
    .click()
  await expect(page.getByRole('alertdialog').getByText('Recorded')).toHaveCount(2)
  for (const { id } of items) expect((await inbox.vestra.ask.result(id)).decision).toBe('denied')
})

verifies('L10 L6', 'alike items stand under one head that folds and selects them', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  for (const n of [1, 2]) await ask(userId, 'tool_permission', 'approval', { summary: `pay ${n} of three` })
  await ask(userId, 'exit_plan', 'approval', { summary: 'a plan between them' })
  await ask(userId, 'tool_permission', 'approval', { summary: 'pay 3 of three' })
  await page.goto(inbox.server.url)
  const head = page.getByRole('button', { name: /pay 3 alike/ })
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  const names = await page
    .getByRole('region', { name: /Waiting/ })
    .getByRole('listitem')
    .allInnerTexts()
  expect(names.map((name) => /pay \d of three|a plan between|alike/.exec(name)?.[0])).toEqual([
    'alike',
    'pay 3 of three',
    'pay 2 of three',
    'pay 1 of three',
    'a plan between',
  ])
  await head.click()
  await expect(page.getByRole('link', { name: /of three/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /a plan between/ })).toBeVisible()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all 3 alike' }).check()
  await expect(page.getByRole('button', { name: 'Deny 3' })).toBeVisible()
})
