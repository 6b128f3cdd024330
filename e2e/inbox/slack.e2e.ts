import { expect, type Page } from '@playwright/test'
import { until } from '@/e2e/server'
import { buttonsOf, codeIn, type SlackWorkspace } from '@/lib/testing/slack-workspace'
import { verifies } from './live'
import { expectAccessible, expectNoSidewaysScroll } from './looks'

const member = 'U0ADA111'

/** Links the Slack account in the settings, by the code that comes there. */
async function link(page: Page, origin: string, slack: SlackWorkspace) {
  await page.goto(`${origin}/settings/notices`)
  await page.getByLabel('Your member ID in Slack').fill('U0NOBODY1')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('The code was not sent. Slack refused: channel_not_found.')).toBeVisible()
  await page.getByLabel('Your member ID in Slack').fill(member)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = page.getByLabel('The code that came in Slack')
  await expect(code).toHaveValue('')
  await expect(code).toBeFocused()
  await code.fill('0000 0000')
  await page.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText('That is not the code that was sent last')).toBeVisible()
  await code.fill(codeIn(slack.messages.at(-1)))
  await page.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText(`Notices come to ${member}`)).toBeVisible()
}

verifies(
  'F15 F21',
  'a Slack account is linked in the settings, denies there, and its message follows the item',
  async ({ inbox, slack, person, ask }) => {
    const { page, userId } = person
    const { url } = inbox.server
    await link(page, url, slack)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send me a test in Slack' }).click()
    await expect(page.getByText('Sent over: Slack')).toBeVisible()
    await page.getByRole('checkbox', { name: 'E-mail' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()

    const messageOf = (id: string) =>
      slack.messages.find((each) => buttonsOf(each).some(({ url: to }) => to === `${url}/inbox/${id}`))
    const first = await ask(userId, 'tool_permission', 'approval')
    await until(() => messageOf(first.id) !== undefined)
    const message = messageOf(first.id)
    if (!message) throw new Error('no message')
    await page.goto(`${url}/inbox/${first.id}`)
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeVisible()
    const body = slack.press(message, 'deny')
    const forged = { method: 'POST', body, headers: slack.sign(body, { secret: 'a secret of somebody else' }) }
    expect((await fetch(`${url}/slack/actions`, forged)).status).toBe(401)
    const pressed = await fetch(`${url}/slack/actions`, { method: 'POST', body, headers: slack.sign(body) })
    expect([pressed.status, pressed.headers.get('X-Request-Id')]).toEqual([200, expect.stringMatching(/^req_/)])
    await expect(page.getByText(/in Slack/).first()).toBeVisible()
    expect((await inbox.vestra.answer.get(first.id)).outcome?.decision).toBe('denied')
    await until(() => buttonsOf(message).length === 0)

    const second = await ask(userId, 'ask_question', 'question')
    await until(() => messageOf(second.id) !== undefined)
    const followed = messageOf(second.id)
    await inbox.vestra.answer.cancel(second.id)
    await until(() => followed !== undefined && buttonsOf(followed).length === 0)
    expect(JSON.stringify(followed?.blocks)).toContain('Withdrawn')

    await page.goto(`${url}/settings/notices`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByLabel('Your member ID in Slack')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

verifies(
  'F10 F11 F21',
  'an admin sees whom Slack does not reach and why, and on each item who was told',
  async ({ inbox, slack, person, signIn, ask }) => {
    const { url } = inbox.server
    await link(person.page, url, slack)
    const body = JSON.stringify({ channels: ['slack'] })
    await person.page.evaluate(
      (sent) =>
        fetch('/v1/notices/preferences', {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: sent,
        }),
      body,
    )
    const told = await ask(person.userId, 'tool_permission', 'approval')
    await until(() => slack.messages.some(({ metadata }) => JSON.stringify(metadata ?? '').includes(told.id)))
    slack.failWith((method) => (method === 'chat.postMessage' ? { body: { ok: false, error: 'token_revoked' } } : null))
    const missed = await ask(person.userId, 'tool_permission', 'approval')
    const { page } = await signIn({ role: 'admin' })
    const failing = page.getByRole('list', { name: 'Channels that fail' }).getByRole('listitem')
    await expect(async () => {
      await page.goto(`${url}/settings/notices`)
      await expect(failing.filter({ hasText: person.name })).toContainText('Slack refused: token_revoked.')
    }).toPass()
    slack.failWith(() => null)

    for (const [{ id }, what] of [
      [told, `${person.name} was told: Slack`],
      [missed, `${person.name} could not be told: Slack`],
    ] as const) {
      await page.goto(`${url}/inbox/${id}`)
      await page.getByText('History', { exact: true }).click()
      await expect(page.getByRole('list', { name: 'History' })).toContainText(what)
    }
  },
)
