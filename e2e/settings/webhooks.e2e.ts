import { expect } from '@playwright/test'
import { verifies } from '@/e2e/inbox/browser'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { openSettings, readSecret, rowOf } from './screens'

const list = 'Webhook endpoints'

async function withReceiver(prove: (receiver: Receiver) => Promise<void>) {
  const receiver = await startReceiver()
  try {
    await prove(receiver)
  } finally {
    await receiver.close()
  }
}

verifies('ADM6 K36 C20', 'an endpoint is added, and what it got is sent again', ({ inbox, signIn, ask }) =>
  withReceiver(async (receiver) => {
    const { page, userId } = await signIn({ role: 'admin' })
    await openSettings(page, inbox.server, 'webhooks')
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Address').fill('http://169.254.169.254/')
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    await expect(dialog.getByRole('alert')).toContainText('url:')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('checkbox', { name: 'interaction.cancelled' }).uncheck()
    await dialog.getByLabel('Description').fill('the booking back end')
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    expect(await readSecret(page, /Signing secret/)).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Done, I have kept it' }).click()
    const row = rowOf(page, list, receiver.url)
    await expect(row).toContainText('the booking back end')
    await expect(row).not.toContainText('interaction.cancelled')

    await row.getByRole('button', { name: `Deliveries to ${receiver.url}` }).click()
    await expect(row.getByText('Nothing was sent to it yet.')).toBeVisible()
    const item = await ask(userId, 'exit_plan', 'approval')
    await receiver.untilReceived(1)
    const delivery = rowOf(page, 'Deliveries', item.id)
    // The list is read again every few seconds.
    await expect(delivery).toContainText('Delivered', { timeout: 15_000 })
    await delivery.getByRole('button', { name: `Send interaction.created of ${item.id} again` }).click()
    const [first, second] = await receiver.untilReceived(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)

    await row.getByRole('button', { name: `Remove ${receiver.url}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
  }),
)

verifies('ADM7 C20', 'an endpoint that is gone says so, and is enabled again', ({ inbox, signIn, ask }) =>
  withReceiver(async (receiver) => {
    const { page, userId } = await signIn({ role: 'admin' })
    await inbox.vestra.webhooks.create({ url: receiver.url })
    receiver.answerWith({ status: 410 })
    await ask(userId, 'exit_plan', 'approval')
    await receiver.untilReceived(1)
    const row = rowOf(page, list, receiver.url)
    await expect(async () => {
      await openSettings(page, inbox.server, 'webhooks')
      await expect(row).toContainText('Disabled: it answered 410', { timeout: 500 })
    }).toPass()
    await row.getByRole('button', { name: `Enable ${receiver.url}` }).click()
    receiver.answerWith({ status: 204 })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click()
    await expect(row).not.toContainText('Disabled')
    await row.getByRole('button', { name: `Remove ${receiver.url}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
  }),
)
