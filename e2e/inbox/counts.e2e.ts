import { expect } from '@playwright/test'
import { verifies } from './browser'

verifies(
  'ADM20',
  'an admin reads in the filter how many wait of each type; nobody else asks',
  async ({ inbox, person, signIn, ask }) => {
    await ask(person.userId, 'composio_auth', 'connect')
    const admin = await signIn({ role: 'admin' })
    await admin.page.getByRole('button', { name: 'Filter' }).click()
    await expect(admin.page.getByLabel('Type')).toContainText(/App to connect \([1-9]\d*\)/)
    await admin.page.goto(`${inbox.server.url}/?status=resolved`)
    await admin.page.getByRole('button', { name: 'Filter' }).click()
    await expect(admin.page.getByLabel('Type')).toContainText('App to connect')
    await expect(admin.page.getByLabel('Type')).not.toContainText('App to connect (')

    const requests: string[] = []
    person.page.on('request', (request) => requests.push(request.url()))
    await person.page.getByRole('button', { name: 'Filter' }).click()
    await expect(person.page.getByLabel('Type')).toBeVisible()
    expect(requests.filter((url) => url.includes('/v1/activity'))).toEqual([])
  },
)
