import { expect } from '@playwright/test'
import { afterUndo, holdScripts, verifies } from './browser'

const questions = [
  {
    question: 'Which one?',
    header: 'Train',
    options: [
      { label: 'Early', description: '' },
      { label: 'Late', description: '' },
    ],
    multi_select: false,
  },
  {
    question: 'What else?',
    header: 'Extras',
    options: [
      { label: 'A seat', description: '' },
      { label: 'A meal', description: '' },
    ],
    multi_select: true,
  },
]

verifies(
  'L11 CARD9',
  'an answer that is written before the script has come is sent whole',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'ask_question', 'question', { questions })
    const letScriptsCome = await holdScripts(page)
    await page.goto(`${inbox.server.url}/inbox/${item.id}`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: 'Late' }).check()
    await page.getByRole('checkbox', { name: 'A seat' }).check()
    await page.getByRole('checkbox', { name: 'A meal' }).check()
    await page.getByRole('textbox').last().fill('and a window')
    const send = page.getByRole('button', { name: 'Send the answers' })
    await expect(send).toBeDisabled()
    letScriptsCome()
    await expect(send).toBeEnabled()
    await expect(page.getByRole('radio', { name: 'Late' })).toBeChecked()
    await page.getByRole('textbox').last().press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
    await expect
      .poll(async () => (await inbox.vestra.ask.result(item.id)).answers, afterUndo)
      .toEqual(['Late', 'A seat, A meal, and a window'])
  },
)

verifies('L11', 'a code that is typed before the script has come is sent', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'ask_question', 'handoff', { asks_for_value: true })
  const letScriptsCome = await holdScripts(page)
  await page.goto(`${inbox.server.url}/inbox/${item.id}`, { waitUntil: 'commit' })
  const code = page.getByRole('main').getByRole('textbox').last()
  await code.fill('493017')
  await code.press('Enter')
  letScriptsCome()
  await page.getByRole('button', { name: 'Send', exact: true }).click({ delay: 50 })
  await expect.poll(async () => (await inbox.vestra.ask.result(item.id)).answers, afterUndo).toEqual(['493017'])
})

verifies('L11', 'a filter of the record that is typed before the script has come counts', async ({ inbox, signIn }) => {
  const { page } = await signIn({ role: 'admin' })
  const letScriptsCome = await holdScripts(page)
  await page.goto(`${inbox.server.url}/settings/audit`, { waitUntil: 'commit' })
  await page.getByLabel('Action').fill('key.created')
  letScriptsCome()
  // The record is read by the script.
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/action=key\.created/)
  await expect(page.getByLabel('Action')).toHaveValue('key.created')
  await expect(page.getByRole('link', { name: 'key.created' }).first()).toBeVisible()
})

verifies('CARD16', 'a time is said in a zone once the browser has told its own', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'tool_permission', 'approval')
  // A page that is still there would tell its zone again.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'vestra-time-zone' })
  const letScriptsCome = await holdScripts(page)
  await page.goto(`${inbox.server.url}/inbox/${item.id}`, { waitUntil: 'commit' })
  const expires = page.getByRole('article').getByText(/^in 2[34] h/)
  await expect(expires).toHaveText(/^in 2[34] h$/)
  letScriptsCome()
  await expect(expires).toHaveText(/^in 2[34] h \(.*your time, .+\)$/)
})

verifies(
  'L11',
  'no press is lost before the script has come: nothing can be pressed yet',
  async ({ inbox, person }) => {
    const { page } = person
    const letScriptsCome = await holdScripts(page)
    await page.goto(inbox.server.url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: `Account: ${person.name}` }).click()
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await expect(signOut).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled()
    letScriptsCome()
    await signOut.click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  },
)
