import { expect } from '@playwright/test'
import { verifies } from '@/e2e/inbox/browser'
import { openSettings, readSecret, rowOf } from './screens'

const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/v1/interactions`, { headers: { Authorization: `Bearer ${key}` } })).status

verifies('ADM1 K35', 'a key is made, its secret is copied, and never shown again', async ({ inbox, signIn }) => {
  const { page } = await signIn({ role: 'admin' })
  const { url } = inbox.server
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSettings(page, inbox.server, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'New test key' })
  await dialog.getByLabel('Name').fill('night desk')
  await dialog.getByLabel('Scope').selectOption('all')
  await dialog.getByLabel('Agent').fill('Night agent')
  await dialog.getByLabel('Expires').selectOption('30')
  await dialog.getByRole('button', { name: 'Make the key' }).click()

  const secret = await readSecret(page, /night desk/)
  expect(secret).toMatch(/^vk_test_\w{40}$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.getByRole('button', { name: 'Done, I have kept it' }).click()

  const row = rowOf(page, 'API keys', 'night desk')
  await expect(row).toContainText('as Night agent')
  await expect(row).toContainText(`…${secret.slice(-4)}`)
  await expect(row).toContainText('Expires in 29 days')
  await page.reload()
  await expect(row).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  expect(await statusOf(url, secret)).toBe(200)
})

verifies(
  'ADM2 K35',
  'a revoked key is refused at once, and stays in the list as revoked',
  async ({ inbox, signIn }) => {
    const { page } = await signIn({ role: 'admin' })
    const { url } = inbox.server
    await openSettings(page, inbox.server, 'keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('lost laptop')
    await page.getByLabel('Scope').selectOption('runtime')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const secret = await readSecret(page, /lost laptop/)
    await page.getByRole('button', { name: 'Done, I have kept it' }).click()
    expect(await statusOf(url, secret)).toBe(200)

    await page.getByRole('button', { name: 'Revoke lost laptop' }).click()
    const question = page.getByRole('alertdialog', { name: 'Revoke lost laptop?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(rowOf(page, 'API keys', 'lost laptop')).toContainText('Revoked')
    await expect(page.getByRole('button', { name: 'Revoke lost laptop' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await statusOf(url, secret)).toBe(401)
  },
)
