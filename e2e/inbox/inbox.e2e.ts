import { expect } from '@playwright/test'
import { holdScripts, newPage, openCard, verifies } from './browser'

verifies(
  'D19.9',
  'the first start: a link makes the first admin, who can come back by password',
  async ({ browser }) => {
    const { firstStart, makeServers } = await import('@/e2e/server')
    const { servers, end } = makeServers()
    try {
      const server = await servers.start()
      const { link } = await firstStart(server)
      const page = await newPage(browser)
      await page.goto(link)
      await page.getByLabel('E-mail').fill('ada@example.com')
      await page.getByLabel('Name').fill('Ada')
      await page.getByLabel('Password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Create the account' }).click()
      await expect(page.getByText('Nothing waits for you').first()).toBeVisible()
      await page.getByRole('button', { name: /Account: Ada/ }).click()
      await page
        .getByRole('button', { name: 'Sign out' })
        .or(page.getByRole('menuitem', { name: 'Sign out' }))
        .click()
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await page.getByLabel('E-mail').fill('Ada@Example.com')
      await page.getByLabel('Password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('Nothing waits for you').first()).toBeVisible()
      await page.goto(link)
      await expect(page.getByText('This link was used already').first()).toBeVisible()
      await page.context().close()
    } finally {
      await end()
    }
  },
)

verifies('L11', 'a sign-in that is typed before the script has come is sent whole', async ({ inbox, browser }) => {
  const email = `early-${process.pid}@example.com`
  const { stdout } = await inbox.server.admin('person', '--email', email, '--name', 'Early', '--user-id', 'early')
  const page = await newPage(browser)
  await page.goto(stdout)
  await page.getByLabel(/password/i).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: /Waiting/ })).toBeVisible()
  await page.context().clearCookies()

  const letScriptsCome = await holdScripts(page)
  await page.goto(`${inbox.server.url}/sign-in`, { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(send).toBeDisabled()
  await page.getByLabel('Password').press('Enter')
  letScriptsCome()
  await send.click()
  await expect(page.getByRole('heading', { name: /Waiting/ })).toBeVisible()
  await page.context().close()
})

verifies('K28 C3', 'a person sees the items of their own user and of nobody else', async ({ inbox, person, ask }) => {
  const mine = await ask(person.userId, 'exit_plan', 'approval', { summary: 'a plan of mine' })
  const other = await ask('somebody-else', 'exit_plan', 'approval', { summary: 'a plan of another' })
  await person.page.goto(inbox.server.url)
  await expect(person.page.getByRole('link', { name: /a plan of mine/ })).toBeVisible()
  await expect(person.page.getByRole('link', { name: /a plan of another/ })).toHaveCount(0)
  await openCard(person.page, inbox.server, mine.id)
  await expect(person.page.getByRole('button', { name: 'Start the plan' })).toBeVisible()
  await person.page.goto(`${inbox.server.url}/inbox/${other.id}`)
  await expect(person.page.getByText('Nothing is here').first()).toBeVisible()
})

verifies('R17 R20', "an admin's filters are kept in the address", async ({ inbox, signIn, ask }) => {
  const { page } = await signIn({ role: 'admin' })
  const userId = `filtered-${process.pid}`
  await ask(userId, 'exit_plan', 'approval', { summary: 'the one to find' })
  await ask(`${userId}-not`, 'exit_plan', 'approval', { summary: 'the one to hide' })
  await page.goto(`${inbox.server.url}/?user_id=${userId}`)
  await expect(page.getByRole('link', { name: /the one to find/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /the one to hide/ })).toHaveCount(0)
  await page.getByRole('link', { name: /the one to find/ }).click()
  await expect(page).toHaveURL(new RegExp(`/inbox/int_.*user_id=${userId}`))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`user_id=${userId}`))
})

verifies('R6', 'a new item appears without a reload', async ({ inbox, person, ask }) => {
  await person.page.goto(inbox.server.url)
  await expect(person.page.getByText('Nothing waits for you').first()).toBeVisible()
  await ask(person.userId, 'exit_plan', 'approval', { summary: 'something new' })
  const pill = person.page.getByRole('button', { name: '1 new' })
  const row = person.page.getByRole('link', { name: /something new/ })
  await expect(pill.or(row).first()).toBeVisible()
  if (await pill.isVisible()) await pill.click()
  await expect(row).toBeVisible()
})

verifies('K40', "agents' texts are text: no markup, no links, nothing hidden", async ({ inbox, person, ask }) => {
  const requests: string[] = []
  person.page.on('request', (request) => requests.push(request.url()))
  const item = await ask(person.userId, 'tool_permission', 'approval', {
    reason: '<img src="https://evil.example/x.png"> see https://evil.example \u200bhidden',
  })
  await openCard(person.page, inbox.server, item.id)
  await expect(person.page.getByText('<img src="https://evil.example/x.png">')).toBeVisible()
  await expect(person.page.getByRole('link', { name: /evil\.example/ })).toHaveCount(0)
  expect(requests.filter((url) => !url.startsWith(inbox.server.url) && !url.startsWith('data:'))).toEqual([])
})

verifies('K40', 'the keyboard moves and opens, and no single key says yes', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'tool_permission', 'approval')
  await page.goto(inbox.server.url)
  const row = page.getByRole('link', { name: /pay, amount/ })
  await expect(row).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(row).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(item.id))
  await expect(async () => {
    await page.keyboard.press('a')
    await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('a')
  await page.keyboard.press('y')
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
