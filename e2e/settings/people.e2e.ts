import { expect } from '@playwright/test'
import { newPage, verifies } from '@/e2e/inbox/browser'
import { openSettings, readSecret, rowOf } from './screens'

verifies(
  'ADM3 K27',
  'a person is added with user ids; the link signs them in, once',
  async ({ inbox, signIn, ask, browser }) => {
    const { page } = await signIn({ role: 'admin' })
    const name = `Grace ${process.pid}`
    const userIds = [`grace-a-${process.pid}`, `grace-b-${process.pid}`]
    await ask(userIds[1] ?? null, 'exit_plan', 'approval', { summary: 'for Grace alone' })
    await openSettings(page, inbox.server, 'people')
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Add a person' })
    await dialog.getByLabel('E-mail').fill(`grace-${process.pid}@example.com`)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('User ids').fill(`${userIds.join('\n')}\n`)
    await dialog.getByRole('button', { name: 'Add the person' }).click()
    const link = await readSecret(page, /Sign-in link/)
    await page.getByRole('button', { name: 'Done, I have kept it' }).click()
    const row = rowOf(page, 'People', name)
    for (const id of userIds) await expect(row).toContainText(id)

    const theirs = await newPage(browser)
    await theirs.goto(link)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs.getByRole('link', { name: /for Grace alone/ })).toBeVisible()
    await theirs.context().close()
    const late = await newPage(browser)
    await late.goto(link)
    await expect(late.getByText('This link was used already').first()).toBeVisible()
    await late.context().close()
  },
)

verifies('ADM4 K27', 'a role and user ids are changed, and count at once', async ({ inbox, signIn, ask }) => {
  const { page } = await signIn({ role: 'admin' })
  const member = await signIn({ name: `Member ${process.pid}` })
  const further = `further-${process.pid}`
  await ask(further, 'exit_plan', 'approval', { summary: 'of a further user' })
  await openSettings(page, inbox.server, 'people')
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Edit ${member.name}` })
  await expect(dialog.getByLabel('User ids')).toHaveValue(member.userId)
  await dialog.getByLabel('User ids').fill(further)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'People', member.name)).toContainText(further)
  await member.page.goto(inbox.server.url)
  await expect(member.page.getByRole('link', { name: /of a further user/ })).toBeVisible()

  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'People', member.name)).toContainText('Admin')
  await openSettings(member.page, inbox.server, 'people')
})

verifies('ADM5 D19.15', 'removing a person signs them out at once', async ({ inbox, signIn }) => {
  const { page } = await signIn({ role: 'admin' })
  const leaver = await signIn({ name: `Leaver ${process.pid}` })
  await openSettings(page, inbox.server, 'people')
  await page.getByRole('button', { name: `Remove ${leaver.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: `Remove ${leaver.name}` })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const status = await leaver.page.evaluate(async () => (await fetch('/v1/interactions')).status)
  expect(status).toBe(401)
  await leaver.page.goto(inbox.server.url)
  await expect(leaver.page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
