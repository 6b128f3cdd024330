import { expect, type Page } from '@playwright/test'
import { afterExpiry, afterUndo, openCard, test, typeYes, verifies } from './browser'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

// Each state is looked at four times.
test.slow()

const yes = 'Pay $500.00'

/** What the page shows now is accessible in light and dark, and fits a phone as well as a wide screen. */
async function expectGoodLooks(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** The card hears of nothing by itself until it asks again. */
async function loseStream(page: Page) {
  await page.route('**/v1/events*', (route) => route.abort())
}

verifies('CARD11', 'expired under the eyes of a person', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'tool_permission', 'approval', { expires_in: 20 })
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: yes })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Expired unanswered' })).toBeVisible(afterExpiry)
  await expect(page.getByRole('button', { name: yes })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deny' })).toHaveCount(0)
  await expect(page.getByRole('article').getByText('$500.00', { exact: true }).first()).toBeVisible()
  await expectGoodLooks(page)
})

verifies('CARD11', 'withdrawn by its agent, with the reason', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await ask(userId, 'exit_plan', 'approval', { summary: `A next item ${'with a long name '.repeat(10)}`.trim() })
  const item = await ask(userId, 'tool_permission', 'approval')
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: yes })).toBeVisible()
  await inbox.vestra.ask.withdraw(item.id, { reason: 'The room is gone.' })
  await expect(page.getByRole('heading', { name: 'Withdrawn' })).toBeVisible()
  await expect(page.getByText('The room is gone.')).toBeVisible()
  const next = await page.getByRole('link', { name: /^Next: A next item/ }).boundingBox()
  expect(next?.height).toBeLessThan(60)
  await expect(page.getByRole('button', { name: yes })).toHaveCount(0)
  await expectGoodLooks(page)
})

verifies('CARD11', 'answered elsewhere, seen by who looks on', async ({ inbox, signIn, ask }) => {
  const userId = `elsewhere-${process.pid}`
  const [ada, bo] = [await signIn({ userId, name: 'Ada' }), await signIn({ userId, name: 'Bo' })]
  const item = await ask(userId, 'tool_permission', 'approval')
  for (const { page } of [ada, bo]) await openCard(page, inbox.server, item.id)
  await ada.page.getByRole('button', { name: yes }).click()
  await typeYes(ada.page, yes)
  await expect(bo.page.getByRole('heading', { name: 'Approved. Waiting for the agent' })).toBeVisible()
  await expect(bo.page.getByRole('article').getByText(/^Ada/)).toBeVisible()
  await expect(bo.page.getByRole('status').filter({ hasText: 'Ada approved this a moment ago.' })).toHaveCount(1)
  await expectGoodLooks(bo.page)
})

verifies('CARD11 A16', 'an answer that comes second says that it was not recorded', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'exit_plan', 'approval')
  await loseStream(page)
  await openCard(page, inbox.server, item.id)
  const start = page.getByRole('button', { name: 'Start the plan' })
  await expect(start).toBeEnabled()
  await page.route(`**/v1/interactions/${item.id}/answer`, async (route) => {
    await inbox.vestra.answer(item.id, { approve: false, message: 'Not today' })
    await route.continue()
  })
  await start.click()
  await expect(page.getByText(/denied this a moment ago\. Your answer was not recorded\./).first()).toBeVisible()
  await expect(page.getByText('Not today')).toBeVisible()
  await expectGoodLooks(page)
})

verifies(
  'CARD11 K28',
  'a yes that the server refuses says why, and nothing changed',
  async ({ inbox, signIn, ask }) => {
    const { page, userId } = await signIn({ role: 'admin' })
    const item = await ask(userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: yes }).click()
    for await (const { id, user_ids } of inbox.vestra.people.list()) {
      if (user_ids.includes(userId)) await inbox.vestra.people.change(id, { user_ids: [] })
    }
    await typeYes(page, yes)
    const refused = page.getByRole('alert').filter({ hasText: 'This was not recorded.' })
    await expect(refused).toBeVisible()
    await expect(refused).toContainText(/req_/)
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await expect(page.getByRole('button', { name: 'Deny' })).toBeEnabled()
    await expectGoodLooks(page)
  },
)

verifies(
  'CARD3 CARD11',
  'nobody answers for a minute: not sure, and asked again by hand',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'exit_plan', 'approval')
    await page.clock.install()
    await openCard(page, inbox.server, item.id)
    await page.route(`**/v1/interactions/${item.id}/answer`, (route) => route.abort('connectionreset'))
    const start = page.getByRole('button', { name: 'Start the plan' })
    await page.clock.runFor(1000)
    await expect(start).toBeEnabled()
    await start.click()
    await expect(page.getByText('Not sure whether this was recorded. Checking…')).toBeVisible()
    const again = page.getByRole('button', { name: 'Ask again' })
    await expect(async () => {
      await page.clock.fastForward(3000)
      await expect(again).toBeVisible({ timeout: 200 })
    }).toPass()
    await page.clock.resume()
    await expectGoodLooks(page)
    await page.unroute(`**/v1/interactions/${item.id}/answer`)
    await again.click()
    await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
  },
)

verifies('CARD11', 'the network is gone: what was read stays under a thin line', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const item = await ask(userId, 'tool_permission', 'approval')
  await loseStream(page)
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: yes })).toBeEnabled()
  await page.route('**/v1/interactions*', (route) => route.abort('connectionreset'))
  await page.route('**/v1/interactions/**', (route) => route.abort('connectionreset'))
  await expect(
    page
      .getByRole('region', { name: 'The open item' })
      .getByText('The server does not answer. This is what it said last.'),
  ).toBeVisible(afterUndo)
  await expect(page.getByRole('article').getByText('$500.00', { exact: true }).first()).toBeVisible()
  await expectGoodLooks(page)
})

verifies('CARD11 K28', "no such item, and another's: the same words", async ({ inbox, person, ask }) => {
  const { page } = person
  const others = await ask('somebody-else', 'tool_permission', 'approval')
  for (const id of [others.id, 'int_01h00000000000000000000000']) {
    await openCard(page, inbox.server, id)
    await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible()
    await expect(page.getByText('$500.00')).toHaveCount(0)
    await expectGoodLooks(page)
  }
})
