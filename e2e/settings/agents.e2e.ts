import { expect } from '@playwright/test'
import { test, verifies } from '@/e2e/inbox/browser'
import { serveScriptedAgent } from '@/lib/testing/scripted-agent'
import { openSettings, rowOf } from './screens'

verifies(
  'ADM18 ADM19',
  'a remote agent is added by its card, answered, paused and removed',
  async ({ inbox, signIn }) => {
    test.slow()
    const { page, userId } = await signIn({ role: 'admin' })
    const agent = await serveScriptedAgent('JSONRPC', (heard) =>
      heard.length === 1 ? { state: 'INPUT_REQUIRED', says: 'Aisle or window?' } : { state: 'COMPLETED' },
    )
    try {
      const taskId = await agent.start('Book a seat')
      await openSettings(page, inbox.server, 'agents')
      await page.getByRole('button', { name: 'Add an agent' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Add a remote agent' })
      await dialog.getByLabel('Address of its card').fill(agent.cardUrl.replace('agent-card', 'no-card'))
      await dialog.getByRole('button', { name: 'Add the agent' }).click()
      await expect(dialog.getByRole('alert')).toContainText('card_url: answered 404')
      await dialog.getByLabel('Address of its card').fill(agent.cardUrl)
      await dialog.getByLabel('Its credential').fill('a-secret-of-the-agent')
      await dialog.getByLabel('User id').fill(userId)
      await dialog.getByRole('button', { name: 'Add the agent' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Add an agent' })).toBeFocused()
      const row = rowOf(page, 'Remote agents', 'Travel desk')
      // The server speaks to it every other second, and the list is read again every few.
      await expect(row).toContainText('Reached', { timeout: 20_000 })
      await expect(row).toContainText(`for ${userId}`)
      expect(await page.content()).not.toContain('a-secret-of-the-agent')

      await page.goto(`${inbox.server.url}/?user_id=${userId}`)
      await page.getByRole('link', { name: /Aisle or window/ }).click()
      await page.getByRole('textbox').first().fill('Aisle')
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await expect.poll(() => agent.stateOf(taskId), { timeout: 20_000 }).toBe('TASK_STATE_COMPLETED')

      await openSettings(page, inbox.server, 'agents')
      await page.getByRole('button', { name: 'Pause Travel desk' }).click()
      await expect(row).toContainText('Paused')
      await page.getByRole('button', { name: 'Go on with Travel desk' }).click()
      await expect(row).not.toContainText('Paused')
      agent.close()
      await expect(row).toContainText('Not reached', { timeout: 20_000 })
      await expect(row).toContainText('Last error:')
      await page.getByRole('button', { name: 'Remove Travel desk' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('No remote agents in this world yet.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    } finally {
      agent.close()
    }
  },
)
