import { expect } from '@playwright/test'
import { openCard, typeYes, verifies } from './browser'
import { expectAccessible } from './looks'

verifies(
  'ADM14 ADM13 D18.18',
  'an admin reads what became of an item, with the check of its record',
  async ({ inbox, signIn, ask }) => {
    const admin = await signIn({ role: 'admin', name: 'Ada the admin' })
    const member = await signIn({ name: 'Sam the member' })
    const { page } = admin
    const item = await ask(member.userId, 'tool_permission', 'approval')
    await inbox.vestra.answer(item.id, { approve: true }).catch(() => {})
    await openCard(member.page, inbox.server, item.id)
    await member.page.getByRole('button', { name: /^Pay/ }).click()
    await typeYes(member.page, 'Pay $500.00')
    await expect(member.page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
    await inbox.vestra.ask.result(item.id)

    await openCard(page, inbox.server, item.id)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const history = page.getByRole('list', { name: 'History' })
    await expect(history).toHaveCount(0)
    expect(requests.filter((url) => url.includes('/audit'))).toEqual([])
    await page.getByText('History').click()
    const steps = history.getByRole('listitem')
    await expect(steps).toHaveText([
      /First seen by Ada the admin/,
      /Result picked up by/,
      /Approved by Sam the member.*in the inbox.*one-time link.*present, as the inbox saw/,
      /First seen by Sam the member/,
      /A try of .* was refused: A present person must say this yes/,
      /Asked by/,
    ])
    await expect(page.getByText('Record verified: 6 rows follow from the first')).toBeVisible()
    await expectAccessible(page)
  },
)

verifies('ADM14', 'who is no admin reads it in short, and asks for no record', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'exit_plan', 'approval')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openCard(page, inbox.server, item.id)
  await page.getByText('History').click()
  const steps = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(steps).toHaveText([/Asked by/])
  await page.getByRole('button', { name: 'Start the plan' }).click()
  await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
  await expect(steps).toHaveText([new RegExp(`Approved.*${person.name}`), /Asked by/])
  expect(requests.filter((url) => url.includes('/audit'))).toEqual([])
})
