import { expect } from '@playwright/test'
import { afterUndo, openCard, verifies } from './browser'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

const why = 'She is on leave until Monday and asked me to. Grüße \u{1F3D6}'

verifies(
  'ADM21 ADM23 ADM24 L3',
  'an admin answers for a user with a reason, and the user reads who did and why',
  async ({ inbox, signIn, ask }) => {
    const admin = await signIn({ role: 'admin', name: 'Ada the admin' })
    const member = await signIn({ name: 'Sam the member' })
    const { page } = admin
    const item = await ask(member.userId, 'ask_question', 'question')
    await openCard(page, inbox.server, item.id)
    await expect(page.getByText(`Override: you answer for ${member.userId}`)).toBeVisible()
    await page.getByRole('textbox', { name: /own words/ }).fill('The night train')
    const send = page.getByRole('button', { name: 'Send the answer' })
    await expect(send).toBeDisabled()
    await expect(send).toHaveAccessibleDescription(/give a reason first/)
    await expectAccessible(page)
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await expect(async () => {
      await page.getByRole('button', { name: 'Write the reason' }).click()
      await expect(reason).toBeFocused({ timeout: 500 })
    }).toPass()
    await expect(reason).toHaveAccessibleDescription(new RegExp(`${member.userId} will see it`))
    await reason.fill(why)
    await expect(send).toBeEnabled()
    await expectAccessible(page)
    await send.click()
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await page.goto('about:blank')
    await expect
      .poll(async () => (await inbox.vestra.answer.get(item.id, { include: 'context' })).context?.override)
      .toEqual({ reason: why })

    await openCard(member.page, inbox.server, item.id)
    await expect(member.page.getByText(/^Ada the admin \(override\), /)).toBeVisible()
    await expect(member.page.getByText('Reason for the override')).toBeVisible()
    await member.page.getByText('History').click()
    const steps = member.page.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(steps).toHaveText([/Answered.*Ada the admin \(override\).*She is on leave/, /Asked by/])
    await expectAccessible(member.page)

    await openCard(page, inbox.server, item.id)
    await page.getByText('History').click()
    const record = page.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(record.filter({ hasText: /Answered by Ada the admin.*override.*She is on leave/ })).toHaveCount(1)
    await expect(page.getByText(/^Record verified/)).toBeVisible()
  },
)

verifies('ADM23', 'a no for another user is one step, without a reason', async ({ inbox, person, signIn, ask }) => {
  const { page } = await signIn({ role: 'admin', name: 'Ada the admin' })
  const item = await ask(person.userId, 'exit_plan', 'approval')
  await openCard(page, inbox.server, item.id)
  await expect(page.getByRole('button', { name: 'Start the plan' })).toBeDisabled()
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(page.getByText(/^Ada the admin \(override\), /)).toBeVisible(afterUndo)
  const { outcome, context } = await inbox.vestra.answer.get(item.id, { include: 'context' })
  expect({ outcome, override: context?.override }).toEqual({
    outcome: { decision: 'denied' },
    override: { reason: null },
  })
})

verifies('ADM23', 'a yes for another user takes the reason along', async ({ inbox, person, signIn, ask }) => {
  const { page } = await signIn({ role: 'admin', name: 'Ada the admin' })
  const item = await ask(person.userId, 'exit_plan', 'approval')
  await page.setViewportSize({ width: 320, height: 640 })
  await openCard(page, inbox.server, item.id)
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('x'.repeat(501))
  for (const name of ['Start the plan', 'Deny']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  }
  await expectNoSidewaysScroll(page)
  await reason.fill(why)
  await page.getByRole('button', { name: 'Start the plan' }).click()
  await expect(page.getByText(/^Ada the admin \(override\), /)).toBeVisible()
  const { context } = await inbox.vestra.answer.get(item.id, { include: 'context' })
  expect(context?.override).toEqual({ reason: why })
})

verifies(
  'ADM23 K28',
  'who answers what is theirs, or the company’s, is asked for no reason; a yes in person stays with its user',
  async ({ inbox, person, signIn, ask }) => {
    const admin = await signIn({ role: 'admin', name: 'Ada the admin' })
    const { page } = admin
    for (const [userId, kind] of [
      [admin.userId, 'exit_plan'],
      [null, 'exit_plan'],
    ] as const) {
      const item = await ask(userId, kind, 'approval')
      await openCard(page, inbox.server, item.id)
      await expect(page.getByRole('button', { name: 'Start the plan' })).toBeEnabled()
      await expect(page.getByText(/^Override/)).toHaveCount(0)
    }
    const connect = await ask(person.userId, 'composio_auth', 'connect')
    await openCard(page, inbox.server, connect.id)
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Connect/ })).toBeEnabled()
    const money = await ask(person.userId, 'tool_permission', 'approval')
    await openCard(page, inbox.server, money.id)
    await page.getByRole('textbox', { name: 'Reason' }).fill(why)
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeDisabled()
    await expect(page.getByText('Only the person it is for can say yes.')).toBeVisible()
  },
)
