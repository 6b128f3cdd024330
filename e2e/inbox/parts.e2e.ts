import { expect } from '@playwright/test'
import { openCard, verifies } from './browser'

verifies(
  'L13',
  'a dialog that cannot be loaded leaves the list and the card, and says what to do',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const { id } = await ask(userId, 'exit_plan', 'approval', { summary: 'stay where you are' })
    const address = `${inbox.server.url}/inbox/${id}`
    const html = await (await page.request.get(address)).text()
    // What the page itself needs stands in it; its further parts do not come.
    await page.route(/\.js(\?|$)/, (route) =>
      html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    )
    await openCard(page, inbox.server, id)
    const snooze = page.getByRole('button', { name: 'Snooze' })
    const missing = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' })
    await expect(async () => {
      await snooze.click()
      await expect(missing).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('link', { name: /stay where you are/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deny', exact: true })).toBeVisible()

    await page.unroute(/\.js(\?|$)/)
    await missing.getByRole('button', { name: 'Load the page again' }).click()
    await expect(missing).toHaveCount(0)
    await expect(async () => {
      await snooze.click()
      await expect(page.getByRole('dialog', { name: 'Snooze until' })).toBeVisible({ timeout: 1000 })
    }).toPass()
  },
)
