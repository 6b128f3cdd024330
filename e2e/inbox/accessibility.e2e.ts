import { expect } from '@playwright/test'
import { forms } from '@/lib/interactions/kinds'
import { newPage, openCard, test } from './browser'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`signed-out pages have no violation, ${colorScheme}`, async ({ inbox, browser }) => {
    const page = await newPage(browser, { colorScheme })
    for (const path of ['/sign-in', '/sign-in/link#none', '/errors', '/errors/present_user_required', '/nowhere']) {
      await page.goto(inbox.server.url + path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.context().close()
  })

  test(`the inbox and a card of every kind have no violation, ${colorScheme}`, async ({ inbox, signIn, ask }) => {
    test.slow()
    const { page } = await signIn({ role: 'admin' })
    await page.emulateMedia({ colorScheme })
    for (const { kind, type } of forms) {
      const item = await ask(`axe-${process.pid}`, kind, type, type === 'handoff' ? { asks_for_value: true } : {})
      await openCard(page, inbox.server, item.id)
      await expect(
        page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('heading', { level: 2 }))
          .first(),
      ).toBeVisible()
      await expectAccessible(page)
      await inbox.vestra.ask.withdraw(item.id)
      await openCard(page, inbox.server, item.id)
      await expectAccessible(page)
    }
    await page.goto(`${inbox.server.url}/?status=cancelled`)
    await expectAccessible(page)
  })
}

test('the confirm step has no violation', async ({ inbox, person, ask }) => {
  const item = await ask(person.userId, 'credit_approval', 'approval')
  await openCard(person.page, inbox.server, item.id)
  await person.page.getByRole('button', { name: /^Pay/ }).click()
  await expect(person.page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(person.page)
})

test('a phone never scrolls sideways, whatever an agent writes', async ({ inbox, signIn, ask }) => {
  const { page, userId } = await signIn()
  await page.setViewportSize({ width: 320, height: 640 })
  const long = 'W'.repeat(190)
  const item = await ask(userId, 'tool_permission', 'approval', {
    summary: long,
    reason: long.repeat(5),
    payee: { name: long },
    rows: [{ label: 'W'.repeat(80), value: long.repeat(8) }],
  })
  await page.goto(inbox.server.url)
  await expect(page.getByRole('link', { name: /WWW/ }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
