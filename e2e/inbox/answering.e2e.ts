import { expect } from '@playwright/test'
import { afterUndo, holdYes, openCard, typeYes, verifies } from './browser'

verifies(
  'R68 A39 D18.6',
  'money: the confirm step repeats act, amount and payee, and alone says that a person is present',
  async ({ inbox, person, ask }) => {
    const { page } = person
    const item = await ask(person.userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Pay $500.00 to Lakeside Hotel?' })
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await typeYes(page, 'Pay $500.00')
    await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
    const result = await inbox.vestra.ask.result(item.id)
    expect(result).toMatchObject({ decision: 'approved', present_user: true, answered_by: { type: 'person' } })
    const audit = await inbox.vestra.requestText({ method: 'GET', path: `/v1/interactions/${item.id}/audit` })
    const answered = { action: 'interaction.answered', channel: 'inbox' }
    expect(JSON.parse(audit).data).toContainEqual(
      expect.objectContaining({ ...answered, facts: expect.objectContaining({ present_user: 'witnessed' }) }),
    )
  },
)

verifies('R61 R52', 'a no is one step, and may carry a note', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'tool_permission', 'approval')
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'Add a note to the no' }).click()
  await page.getByRole('textbox', { name: 'Note with the no' }).fill('Too dear. Look for another.')
  await page.getByRole('button', { name: 'Deny with note' }).click()
  await expect(page.getByText('Denied').first()).toBeVisible(afterUndo)
  expect(await inbox.vestra.ask.result(item.id)).toMatchObject({
    decision: 'denied',
    message: 'Too dear. Look for another.',
  })
})

verifies('R72', 'an action in person: the nonce goes back by itself', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'hands_approval', 'approval')
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'Approve in person' }).click()
  await holdYes(page, 'Approve in person')
  await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
  expect(await inbox.vestra.ask.result(item.id)).toMatchObject({ decision: 'approved', present_user: true })
})

verifies('R35', 'a plan limit shows no buttons to answer with', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'plan_limit', 'approval')
  await openCard(page, inbox.server, item.id)
  await expect(page.getByText('No buttons here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deny' })).toHaveCount(0)
})

verifies('R64 R73 R74', 'a question: an option or own words', async ({ inbox, person, ask }) => {
  const { page } = person
  const first = await ask(person.userId, 'ask_question', 'question')
  await openCard(page, inbox.server, first.id)
  await page.getByRole('radio', { name: /The 09:15 flight/ }).check()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
  expect((await inbox.vestra.ask.result(first.id)).answers).toEqual(['The 09:15 flight'])

  const second = await ask(person.userId, 'ask_question', 'question')
  await openCard(page, inbox.server, second.id)
  await page.getByRole('textbox', { name: /own words/ }).fill('The night train, please')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
  expect((await inbox.vestra.ask.result(second.id)).answers).toEqual(['The night train, please'])
})

verifies('A27', 'several picks are joined with a comma', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'ask_question', 'question', {
    questions: [{ question: 'Which?', multi_select: true, options: [{ label: 'Blue' }, { label: 'Green' }] }],
  })
  await openCard(page, inbox.server, item.id)
  await page.getByRole('checkbox', { name: 'Blue' }).check()
  await page.getByRole('checkbox', { name: 'Green' }).check()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
  expect((await inbox.vestra.ask.result(item.id)).answers).toEqual(['Blue, Green'])
})

verifies('R64', 'a question may be skipped', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'ask_question', 'question')
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('Skipped').first()).toBeVisible(afterUndo)
  expect((await inbox.vestra.ask.result(item.id)).decision).toBe('denied')
})

verifies('R62', 'an app to connect: "No thanks" declines', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'composio_auth', 'connect')
  await openCard(page, inbox.server, item.id)
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByText('Not connected').first()).toBeVisible(afterUndo)
  expect((await inbox.vestra.ask.result(item.id)).decision).toBe('denied')
})

verifies('R65 R45', 'a hand-off: the picture, and done', async ({ inbox, person, ask }) => {
  const { page } = person
  const frame = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]).toString('base64')}`
  const item = await ask(person.userId, 'ask_question', 'handoff', { frame })
  await openCard(page, inbox.server, item.id)
  await expect(page.getByText('May show private data')).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText('Done. The agent goes on').first()).toBeVisible()
  expect(await inbox.vestra.ask.result(item.id)).toMatchObject({ decision: 'answered', handoff: 'done' })
})

verifies('A10 A32', 'a hand-off that asks for a value sends it to the agent alone', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'ask_question', 'handoff', {
    asks_for_value: true,
    instructions: 'Type the code from the text message',
  })
  await openCard(page, inbox.server, item.id)
  await page.getByRole('textbox', { name: /Type the code/ }).fill('482913')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Done. The agent goes on').first()).toBeVisible()
  await expect(page.getByText('482913')).toHaveCount(0)
  expect((await inbox.vestra.ask.result(item.id)).answers).toEqual(['482913'])
})

verifies('R66 C31', 'a tool call: an admin returns its output, digit for digit', async ({ inbox, signIn, ask }) => {
  const { page } = await signIn({ role: 'admin' })
  const item = await ask(null, 'custom', 'tool_call')
  await openCard(page, inbox.server, item.id)
  await page.getByRole('textbox', { name: 'Output' }).fill('{"pnr": 12345678901234567890}')
  await page.getByRole('button', { name: 'Send the output' }).click()
  await expect(page.getByText('Result sent. The agent goes on').first()).toBeVisible()
  const text = await inbox.vestra.requestText({ method: 'GET', path: `/v1/interactions/${item.id}/result` })
  expect(text).toContain('"output":{"pnr": 12345678901234567890}')
})
