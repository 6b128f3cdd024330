import { expect, type Page } from '@playwright/test'
import { jpegFrame } from '@/lib/testing/asks'
import { afterExpiry, afterUndo, test, verifies } from './browser'

// Each waits for more than one thing that takes its time, such as an undo that runs out.
test.slow()

declare global {
  interface Window {
    heard: string[]
  }
}

/** Writes down what live regions say from now on, as a screen reader would say it. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    window.heard = []
    const say = (node: Node) => {
      const region = node instanceof Element ? node : node.parentElement
      const text = region?.closest('[role="status"], [role="alert"], [aria-live]')?.textContent?.trim()
      if (text) window.heard.push(text)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        say(target)
        for (const node of addedNodes) say(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

async function expectHeard(page: Page, text: string | RegExp, options?: { timeout: number }) {
  const isSaid = (heard: string[]) =>
    heard.some((said) => (typeof text === 'string' ? said.includes(text) : text.test(said)))
  await expect.poll(() => page.evaluate(() => window.heard).then(isSaid), options).toBe(true)
}

/** From the list to the card by names alone; the focus is on the heading that says what it is about. */
async function openByName(page: Page, url: string, row: RegExp, heading: string) {
  await listen(page)
  await page.goto(url)
  await page.getByRole('list').getByRole('link', { name: row }).click()
  await expect(page.getByRole('heading', { level: 2, name: heading })).toBeFocused()
}

verifies(
  'CARD12',
  'money: read, confirmed in two steps, recorded, and on to the next',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await ask(userId, 'exit_plan', 'approval')
    await ask(userId, 'tool_permission', 'approval')
    await openByName(
      page,
      inbox.server.url,
      /Approval: pay, amount \$500\.00/,
      'A yes lets Agent pay $500.00 to Lakeside Hotel',
    )
    await expect(page.getByRole('article')).toMatchAriaSnapshot(`
    - article:
      - paragraph: /Agent with key .* for user-/
      - heading "A yes lets Agent pay $500.00 to Lakeside Hotel" [level=2]
      - paragraph: $500.00
      - paragraph: to Lakeside Hotel
      - text: A yes spends money. It is the first payment to this payee.
      - term: Tool
      - definition: pay
      - term: Booking
      - definition: Lakeside Hotel, 2 nights
      - region "The agent says":
        - heading "The agent says" [level=3]
        - blockquote
      - region "Where it came from"
      - button "Deny"
      - button "Add a note to the no"
      - button "Pay $500.00"
  `)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Pay $500.00 to Lakeside Hotel?' })
    await expect(confirm).toHaveAccessibleDescription(/asks, for user-/)
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await confirm.getByRole('textbox', { name: 'Type the amount: $500.00' }).fill('500')
    await expectHeard(page, 'One press now says yes.')
    await confirm.getByRole('button', { name: 'Pay $500.00' }).click()
    await expectHeard(page, 'Approved. Waiting for the agent')
    await expect(page.getByRole('heading', { level: 3, name: 'Approved. Waiting for the agent' })).toBeVisible()
    await expect(page.getByRole('article').getByRole('link', { name: /^Next: move the newsletter/ })).toBeFocused()
  },
)

verifies('CARD12', 'a plan: its steps are a list, and a no may have a note', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval')
  await openByName(page, inbox.server.url, /Approval: move the newsletter/, 'A yes lets Agent start this plan')
  const plan = page.getByRole('region', { name: 'The plan, 4 steps' })
  await expect(plan.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'Add a note to the no' }).click()
  const note = page.getByRole('textbox', { name: 'Note with the no' })
  await expect(note).toBeFocused()
  await note.fill('Not before Monday')
  await page.getByRole('button', { name: 'Deny with note' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Not sent yet' })).toBeFocused()
  await expectHeard(page, 'Denied', afterUndo)
  expect((await inbox.vestra.answer.get(item.id)).outcome?.message).toBe('Not before Monday')
})

verifies('CARD12', 'questions: a choice and own words, read once more, sent', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const questions = [
    {
      question: 'Which flight?',
      header: 'Flight',
      options: [{ label: 'Early', description: '2 h' }, { label: 'Late' }],
    },
    { question: 'Which seat?', header: 'Seat' },
  ]
  const item = await ask(userId, 'ask_question', 'question', { questions })
  await openByName(page, inbox.server.url, /Question: /, 'Agent asks 2 questions')
  const flight = page.getByRole('group', { name: /Which flight\?/ })
  const early = flight.getByRole('radio', { name: 'Early' })
  await expect(early).toHaveAccessibleDescription('2 h')
  await early.check()
  await page.getByRole('button', { name: 'Send the answers' }).click()
  const seat = page.getByRole('group', { name: /Which seat\?/ }).getByRole('textbox', { name: 'Your answer' })
  await expect(seat).toBeFocused()
  await seat.fill('By the window')
  await expect(page.getByRole('region', { name: 'What you answer' }).getByRole('definition')).toHaveText([
    'Early',
    'By the window',
  ])
  await page.getByRole('button', { name: 'Send the answers' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Not sent yet' })).toBeFocused()
  await expectHeard(page, 'Answered. The agent goes on with it', afterUndo)
  expect((await inbox.vestra.ask.result(item.id)).answers).toEqual(['Early', 'By the window'])
})

verifies('CARD12', 'a hand-off: the page, who holds it, a code, done', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'ask_question', 'handoff', {
    asks_for_value: true,
    instructions: 'Type the code',
    frame: jpegFrame,
    browser: { url: 'https://visa.example.com/form' },
  })
  await openByName(page, inbox.server.url, /Hand-off: /, 'Agent needs you to do one thing')
  await expect(page.getByRole('definition').filter({ hasText: 'holds it, and waits until you answer' })).toBeVisible()
  const picture = page.getByRole('figure', { name: /^Taken/ })
  await picture.getByRole('button', { name: 'Show the page' }).click()
  await expect(picture.getByRole('img', { name: /visa\.example\.com/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Type the code' }).fill('482913')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectHeard(page, 'Done. The agent goes on', afterUndo)
  expect((await inbox.vestra.ask.result(item.id)).answers).toEqual(['482913'])
})

verifies('CARD12', 'an app to connect: how, and no thanks', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await ask(userId, 'composio_auth', 'connect')
  await openByName(page, inbox.server.url, /App to connect: /, 'Agent asks to use googlecalendar')
  await page.getByRole('button', { name: 'Connect googlecalendar' }).click()
  const how = page.getByRole('dialog', { name: /googlecalendar/ })
  await expect(how).toHaveAccessibleDescription(/operator/)
  await how.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Connect googlecalendar' })).toBeFocused()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expectHeard(page, 'Not connected', afterUndo)
})

verifies(
  'CARD12',
  'a tool call: a faulty output is said to be so, a good one is sent',
  async ({ inbox, signIn, ask }) => {
    const { page, userId } = await signIn({ role: 'admin' })
    await ask(userId, 'custom', 'tool_call')
    await openByName(
      page,
      `${inbox.server.url}/?user_id=${userId}`,
      /Tool call: run confirm_booking/,
      'Agent called confirm_booking and waits for its result',
    )
    await expect(
      page.getByRole('group', { name: 'What the tool did' }).getByRole('radio', { name: 'It returned' }),
    ).toBeChecked()
    await page.getByRole('button', { name: 'Send the output' }).click()
    await expectHeard(page, /JSON/)
    await page.getByRole('textbox', { name: 'Output' }).fill('{"ok": true}')
    await page.getByRole('button', { name: 'Send the output' }).click()
    await expectHeard(page, 'Result sent. The agent goes on')
  },
)

verifies(
  'CARD12',
  'news of an open card is said: answered elsewhere, withdrawn, run out',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const name = 'A yes lets Agent start this plan'
    const ends = [
      ['denied', (id: string) => inbox.vestra.answer(id, { approve: false })],
      ['withdrew', (id: string) => inbox.vestra.ask.withdraw(id)],
    ] as const
    for (const [word, end] of ends) {
      const item = await ask(userId, 'exit_plan', 'approval')
      await openByName(page, inbox.server.url, /Approval: move the newsletter/, name)
      await end(item.id)
      await expectHeard(page, new RegExp(`${word} this a moment ago\\.`))
    }
    await ask(userId, 'exit_plan', 'approval', { expires_in: 20 })
    await openByName(page, inbox.server.url, /Approval: move the newsletter/, name)
    await expectHeard(page, 'This expired a moment ago.', afterExpiry)
  },
)
