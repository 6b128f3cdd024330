import { expect } from '@playwright/test'
import { openCard, verifies } from '@/e2e/inbox/browser'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/inbox/looks'
import { openSettings } from './screens'

verifies(
  'ADM15 ADM16 ADM17',
  'answers of today, by agent and by person, and what waits',
  async ({ inbox, signIn, ask }) => {
    const { page } = await signIn({ role: 'admin' })
    const member = await signIn({ name: `Quick ${process.pid}` })
    const item = await ask(member.userId, 'exit_plan', 'approval')
    await openCard(member.page, inbox.server, item.id)
    await member.page.getByRole('button', { name: 'Start the plan' }).click()
    await expect(member.page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
    await ask(member.userId, 'ask_question', 'question')

    await openSettings(page, inbox.server, 'activity')
    const people = page.getByRole('table', { name: 'By person' })
    await expect(people.getByRole('row').filter({ hasText: member.name }).getByRole('cell').first()).toHaveText('1')
    await expect(page.getByRole('table', { name: 'By agent' }).getByRole('row')).not.toHaveCount(0)
    await expect(page.getByRole('heading', { name: /Waiting now, [1-9]/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Waiting, by type' })).toContainText('Question')
    await page.getByText('As a table').click()
    await expect(page.getByRole('table', { name: 'Answers per day' }).getByRole('row')).toHaveCount(31)

    await page.getByRole('link', { name: '7 days' }).click()
    await expect(page).toHaveURL(/days=7/)
    await expect(page.getByRole('table', { name: 'Answers per day' }).getByRole('row')).toHaveCount(8)
    await page.reload()
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 390, height: 800 })
      await expect(people).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)
