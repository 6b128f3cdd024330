import { expect, type Page } from '@playwright/test'
import { afterUndo, gate, holdYes, openCard, typeYes, verifies } from './browser'
import { expectAccessible } from './looks'

const waiting = 'Approved. Waiting for the agent'
const dialog = (page: Page) => page.getByRole('alertdialog')

verifies(
  'S01',
  "the agent's words are held against the facts, on the card and in the confirm step",
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const honest = await ask(userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, honest.id)
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeVisible()
    await expect(page.getByText('The agent’s words and the facts differ')).toHaveCount(0)

    const lying = await ask(userId, 'tool_permission', 'approval', {
      summary: 'pay $50.00 to Mountain Lodge',
      reason: 'Only 1 night, see https://mountain.example.org.',
      rows: [{ label: 'Booking', value: '2 nights, https://lakeside.example.com/b/1' }],
    })
    await openCard(page, inbox.server, lying.id)
    const lies = [
      /The agent writes “\$50\.00”\. The amount is \$500\.00\./,
      /The agent writes “Mountain Lodge”\. The payee is Lakeside Hotel\./,
      /The agent writes “1 night”\. The facts say “2 nights”\./,
      /The agent names https:\/\/mountain\.example\.org\. The facts name lakeside\.example\.com\./,
    ]
    const onCard = page.getByRole('region', { name: 'The agent’s words and the facts differ' })
    for (const lie of lies) await expect(onCard.getByText(lie)).toBeVisible()
    await page.getByRole('button', { name: 'Show the end' }).click()
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    const inDialog = dialog(page).getByRole('region', { name: 'The agent’s words and the facts differ' })
    for (const lie of lies) await expect(inDialog.getByText(lie)).toHaveCount(1)
    expect((await inbox.vestra.answer.get(lying.id)).status).toBe('pending')
  },
)

verifies('S29 S25', 'a name in disguise and an encoded host are warned of in words', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const lying = { payee: { name: 'Lаkeside Hotel' }, summary: 'pay $50.00' }
  const payee = await ask(userId, 'tool_permission', 'approval', lying)
  await openCard(page, inbox.server, payee.id)
  const twice = page.getByRole('region', { name: 'Look twice' })
  await expect(twice.getByText(/“Lаkeside” in the payee mixes letters of different scripts/)).toBeVisible()
  await expect(twice.getByRole('listitem')).toHaveCount(1)
  const differ = page.getByRole('region', { name: 'The agent’s words and the facts differ' })
  await expect(differ.getByText(/The agent writes “\$50\.00”/)).toBeVisible()
  const page2 = await ask(userId, 'ask_question', 'handoff', {
    browser: { url: 'https://login.xn--80ak6aa92e.com/account' },
  })
  await openCard(page, inbox.server, page2.id)
  await expect(page.getByText(/login\.xn--80ak6aa92e\.com reads as login\.аррӏе\.com/)).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('xn--80ak6aa92e.com')
})

verifies(
  'S29',
  'a payee that looks like an earlier one is warned of strongly, on the card and in the confirm step',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const known = await ask(userId, 'tool_permission', 'approval', { payee: { name: 'Lakeside Hotel' } })
    await openCard(page, inbox.server, known.id)
    await expect(page.getByText('It is the first payment to this payee.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'This may be somebody else' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await typeYes(page, 'Pay $500.00')
    await expect(page.getByText(waiting).first()).toBeVisible()

    const same = await ask(userId, 'tool_permission', 'approval', { payee: { name: 'Lakeside Hotel' } })
    await openCard(page, inbox.server, same.id)
    await expect(page.getByText('A yes spends money.')).toBeVisible()
    await expect(page.getByText('It is the first payment to this payee.')).toHaveCount(0)

    const like = await ask(userId, 'tool_permission', 'approval', { payee: { name: 'Iakeside Hotel' } })
    await openCard(page, inbox.server, like.id)
    const warning = /The payee is “Iakeside Hotel”\. It is written almost like “Lakeside Hotel”, whom you know/
    const onCard = page.getByRole('region', { name: 'This may be somebody else' })
    await expect(onCard.getByText(warning)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toHaveAccessibleDescription(/may be somebody else/)
    await page.getByRole('button', { name: 'Show the end' }).click()
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await expect(dialog(page).getByText(warning)).toBeVisible()
    await expect(dialog(page).getByText('It is the first payment to this payee.')).toBeVisible()
    const last = dialog(page).getByRole('button', { name: 'Pay $500.00' })
    const looked = dialog(page).getByRole('checkbox', { name: 'I have read both names, letter by letter.' })
    await expect(last).toHaveAccessibleDescription('Read both names first, and say so.')
    const amount = dialog(page).getByRole('textbox', { name: 'Type the amount: $500.00' })
    await amount.fill('500')
    await last.click({ force: true })
    expect((await inbox.vestra.answer.get(like.id)).status).toBe('pending')
    await looked.check()
    await expect(last).toBeEnabled()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await expect(looked).not.toBeChecked()
    await expect(last).toHaveAccessibleDescription('Read both names first, and say so.')
    await looked.check()
    await amount.fill('500')
    await expectAccessible(page)
    await last.click()
    await expect(page.getByText(waiting).first()).toBeVisible()
  },
)

verifies(
  'CARD14',
  'a first payment, another account and a large amount are typed, others are held',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    // Every card whole in view, so that none has to be read to its end first.
    await page.setViewportSize({ width: 1280, height: 1400 })
    const pays = async (fields: Record<string, unknown>, name: string) => {
      const item = await ask(userId, 'tool_permission', 'approval', fields)
      await openCard(page, inbox.server, item.id)
      await page.getByRole('button', { name }).click()
      return item
    }
    const step = dialog(page)
    const field = step.getByRole('textbox', { name: 'Type the amount: $500.00' })
    const last = step.getByRole('button', { name: 'Pay $500.00' })

    const first = await pays({ payee: { name: 'Lakeside Hotel', id: 'DE-100' } }, 'Pay $500.00')
    await expect(last).toHaveAccessibleDescription('Type the amount first.')
    await last.click({ force: true })
    await field.fill('50')
    await expect(last).toHaveAccessibleDescription('That is not $500.00.')
    await last.click({ force: true })
    await field.fill('500')
    await field.press('Enter')
    await expect(last).toHaveAccessibleDescription('One press now says yes.')
    await expectAccessible(page)
    expect((await inbox.vestra.answer.get(first.id)).status).toBe('pending')
    await last.click()
    await expect(page.getByText(waiting).first()).toBeVisible()

    await pays({ payee: { name: 'Lakeside Hotel', id: 'DE-100' } }, 'Pay $500.00')
    await expect(step.getByText('Press and hold for a moment.')).toBeVisible()
    await pays({ payee: { name: 'Lakeside Hotel', id: 'XX-666' } }, 'Pay $500.00')
    await expect(field).toBeVisible()
    await pays(
      { payee: { name: 'Lakeside Hotel', id: 'DE-100' }, amount: { value: '1000', currency: 'USD' } },
      'Pay $1',
    )
    await expect(step.getByText('It is a large amount.')).toBeVisible()
    await expect(step.getByRole('textbox', { name: 'Type the amount: $1,000.00' })).toBeVisible()
  },
)

verifies('CARD1', 'a short press is no yes; a long one is', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'tool_permission', 'approval', { payee: undefined })
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'Pay $500.00' }).click()
  await dialog(page).getByRole('button', { name: 'Pay $500.00' }).click()
  await expect(dialog(page).getByText('Let go too soon')).toBeVisible()
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await holdYes(page, 'Pay $500.00')
  await expect(page.getByText(waiting).first()).toBeVisible()
})

verifies(
  'CARD1',
  'the whole yes by keyboard alone, in two steps, and the focus goes on',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'tool_permission', 'approval', { payee: undefined })
    await openCard(page, inbox.server, item.id)
    const yes = page.getByRole('button', { name: 'Pay $500.00' })
    await expect(yes).toBeEnabled()
    await yes.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog(page).getByRole('button', { name: 'Pay $500.00' })).toBeFocused()
    await page.keyboard.press('Enter')
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await page.keyboard.press('Tab')
    await expect(dialog(page).getByRole('button', { name: 'Confirm without holding' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('One press now says yes.')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog(page).getByRole('button', { name: 'Pay $500.00' })).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: 'Pay $500.00' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByText(waiting).first()).toBeVisible()
    await expect(page.locator(':focus')).not.toHaveCount(0)
  },
)

verifies('CARD2', 'a long item has to be read to its end first', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const rows = Array.from({ length: 30 }, (_, index) => ({ label: `Row ${index}`, value: `value ${index}` }))
  const item = await ask(userId, 'tool_permission', 'approval', { rows })
  await openCard(page, inbox.server, item.id)
  const yes = page.getByRole('button', { name: 'Pay $500.00' })
  await expect(page.getByText('Read to the end for the yes.')).toBeVisible()
  await expect(yes).toBeDisabled()
  await expect(yes).toHaveAccessibleDescription(/Read to the end for the yes/)
  await yes.click({ force: true })
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deny' })).toBeEnabled()
  await page.getByRole('button', { name: 'Show the end' }).click()
  await expect(yes).toBeEnabled()
  await yes.click()
  await expect(dialog(page)).toBeVisible()
})

verifies(
  'S26',
  'the seventh yes to money in a minute meets a pause, and changes nothing',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    for (let each = 0; each < 6; each++) {
      const { id } = await ask(userId, 'tool_permission', 'approval')
      const answered = await page.request.post(`${inbox.server.url}/v1/interactions/${id}/answer`, {
        headers: { Origin: inbox.server.url },
        data: { approve: true, present_user: true },
      })
      expect(answered.status()).toBe(200)
    }
    const item = await ask(userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await holdYes(page, 'Pay $500.00')
    await expect(page.getByRole('heading', { name: 'Time for a pause' })).toBeVisible()
    await expect(page.getByText(/Yes is back in \d+ s/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeDisabled()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByText('Denied').first()).toBeVisible(afterUndo)
  },
)

verifies('S26', 'a yes that comes in the half second after its card does nothing', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval', { summary: 'a plan of a moment' })
  await page.clock.install()
  await page.goto(inbox.server.url)
  const row = page.getByRole('link', { name: /a plan of a moment/ })
  await row.waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await row.click()
  const yes = page.getByRole('button', { name: 'Start the plan' })
  const press = () => yes.evaluate((button: HTMLElement) => button.click())
  await press()
  await page.clock.runFor(450)
  await press()
  await expect(yes).toHaveAttribute('aria-disabled', 'true')
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await page.clock.runFor(100)
  await expect(yes).not.toHaveAttribute('aria-disabled')
  await page.clock.resume()
  await press()
  await expect(page.getByText(waiting).first()).toBeVisible()
})

verifies(
  'CARD3',
  'an answer whose reply is lost is unsure, asked again, and counts once',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, item.id)
    const keys: (string | undefined)[] = []
    await page.route(`**/v1/interactions/${item.id}/answer`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await typeYes(page, 'Pay $500.00')
    await expect(page.getByText('Not sure whether this was recorded. Checking…')).toBeVisible()
    await expect(page.getByText(waiting).first()).toBeVisible()
    await expect.poll(() => keys.length).toBeGreaterThanOrEqual(2)
    expect(new Set(keys).size).toBe(1)
    const audit = await inbox.vestra.requestText({ method: 'GET', path: `/v1/interactions/${item.id}/audit` })
    const actions = (JSON.parse(audit) as { data: { action: string }[] }).data.map(({ action }) => action)
    expect(actions.filter((action) => action === 'interaction.answered')).toHaveLength(1)
  },
)

verifies(
  'CARD13',
  'a yes to money shows when the server has it and not before, and waits for no second reading',
  async ({ inbox, person, ask }) => {
    const { page, userId, name } = person
    await ask(userId, 'exit_plan', 'approval')
    const item = await ask(userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    const [answer, reading] = [gate(), gate()]
    await page.route('**/v1/events*', (route) => route.abort())
    await page.route(`**/v1/interactions/${item.id}?*`, (route) => reading.opened.then(() => route.continue()))
    await page.route(`**/v1/interactions/${item.id}/answer`, (route) => answer.opened.then(() => route.continue()))
    await typeYes(page, 'Pay $500.00')
    await expect(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
    await expect(page.getByText(waiting)).toHaveCount(0)
    answer.open()
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible()
    await expect(page.getByRole('article').getByRole('link', { name: /^Next: / })).toBeFocused()
    await expect(page.getByText(new RegExp(`^${name}, `))).toHaveCount(0)
    reading.open()
    await expect(page.getByText(new RegExp(`^${name}, .*signed in with a one-time link`))).toBeVisible()
  },
)

verifies(
  'CARD4',
  'after the yes the card waits for the agent, and says when it came',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'exit_plan', 'approval')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Start the plan' }).click()
    await expect(page.getByText(waiting).first()).toBeVisible()
    await expect(page.getByText('The agent has not picked it up yet.')).toBeVisible()
    await inbox.vestra.ask.result(item.id)
    await expect(page.getByText('Approved. Picked up by the agent').first()).toBeVisible(afterUndo)
    await expect(page.getByText(/The agent picked it up \d+ s ago/)).toBeVisible()
  },
)

for (const [value, currency, shown] of [
  ['1234.5', 'USD', '$1,234.50'],
  ['1000', 'JPY', '¥1,000'],
  ['3', 'KWD', 'KWD 3.000'],
  ['9007199254740993.01', 'EUR', '€9,007,199,254,740,993.01'],
  ['12.50', 'ZZZ', 'ZZZ 12.50'],
] as const) {
  verifies('CARD5', `${shown} is one string everywhere`, async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const amount = { value, currency }
    const item = await ask(userId, 'tool_permission', 'approval', { summary: 'pay the hotel', amount })
    const text = shown.replace(' ', '\u00a0')
    await openCard(page, inbox.server, item.id)
    await expect(page.getByRole('link', { name: /pay the hotel/ }).getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByRole('article').getByText(text, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(`“${currency}” is not a currency we know`)).toHaveCount(currency === 'ZZZ' ? 1 : 0)
    await page.getByRole('button', { name: `Pay ${shown}` }).click()
    await expect(dialog(page)).toHaveAccessibleName(`Pay ${text} to Lakeside Hotel?`)
    await typeYes(page, `Pay ${shown}`)
    await expect(page.getByText(waiting).first()).toBeVisible()
    await expect(page.getByRole('article').getByText(text, { exact: true }).first()).toBeVisible()
  })
}

verifies('CARD6', 'a dialog gives the focus back to what opened it', async ({ inbox, signIn, ask }) => {
  const { page, userId } = await signIn({ role: 'admin' })
  const item = await ask(userId, 'tool_permission', 'approval')
  await openCard(page, inbox.server, item.id)
  for (const name of ['Pay $500.00', 'Withdraw it…']) {
    const opener = page.getByRole('button', { name })
    await expect(opener).toBeEnabled()
    for (const close of ['Escape', 'button']) {
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toBeVisible()
      if (close === 'Escape') await page.keyboard.press('Escape')
      else await dialog(page).getByRole('button').first().click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  }
})
