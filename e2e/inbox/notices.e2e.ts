import { expect, type Page } from '@playwright/test'
import { OAuth2Server } from 'oauth2-mock-server'
import { firstStart, makeServers, until } from '@/e2e/server'
import type { PushPayload } from '@/lib/push-payload'
import { Vestra } from '@/lib/sdk'
import { startPushBrowser } from '@/lib/testing/push-browser'
import { newPage } from './browser'
import { verifies } from './live'

/** The browser's own push service is out of reach here: this page's subscriptions lead to the test's. */
async function subscribeTo(page: Page, target: unknown) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((subscription) => {
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription
  }, target)
}

/** Hands a push to the service worker of the page, as the browser does when one comes. */
async function deliver(page: Page, payload: unknown) {
  const { origin } = new URL(page.url())
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
  await session.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }))
    return (await getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, ids: data.item_ids }))
  })

verifies(
  'F12 F15 F16 F17',
  'a browser is added, shows what waits without amounts, and takes it back when it was answered elsewhere',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const browser = await startPushBrowser()
    await subscribeTo(page, browser.target)
    await page.goto(`${inbox.server.url}/settings/notices`)
    await page.getByRole('button', { name: 'Show notices in this browser' }).click()
    await expect(page.getByRole('list', { name: 'Browsers that show notices' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Send me a test notice' }).click()
    await expect(page.getByText('Sent over: Browser and phone')).toBeVisible()

    const item = await ask(userId, 'tool_permission', 'approval')
    await until(() => browser.receiver.received.length >= 2)
    const payload = browser.payloads()[1] as PushPayload
    await deliver(page, payload)
    await expect.poll(() => shown(page)).toHaveLength(1)
    const [notice] = await shown(page)
    expect(notice).toMatchObject({ tag: item.id, title: expect.stringContaining('asks to pay') })
    expect(JSON.stringify(notice)).not.toMatch(/500|Lakeside/)

    await inbox.vestra.answer(item.id, { approve: false })
    await until(() => browser.receiver.received.length >= 3)
    await deliver(page, browser.payloads()[2])
    await expect.poll(() => shown(page)).toEqual([])
    await browser.close()
  },
)

interface Opened {
  focused: string[]
  opened: string[]
}

/**
 * Presses a shown notice, as its person would, in the worker itself. A browser lets a worker bring a window to the front
 * for a real press alone, so that last step is noted here and not taken.
 */
async function press(page: Page, tag: string, action = ''): Promise<Opened> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  return worker.evaluate(
    async ([wanted, name]) => {
      const scope = self as unknown as ServiceWorkerGlobalScope
      const seen: Opened = { focused: [], opened: [] }
      const done: Promise<unknown>[] = []
      WindowClient.prototype.focus = async function focus(this: WindowClient) {
        seen.focused.push(this.url)
        return this
      }
      Clients.prototype.openWindow = async (address) => {
        seen.opened.push(String(address))
        return null
      }
      const [notification] = await scope.registration.getNotifications({ tag: wanted })
      if (!notification) throw new Error('it is not shown')
      const event = new NotificationEvent('notificationclick', { notification, action: name })
      event.waitUntil = (work) => void done.push(work)
      scope.dispatchEvent(event)
      await Promise.all(done)
      return seen
    },
    [tag, action] as const,
  )
}

const payloadOf = (origin: string, items: { id: string }[]): PushPayload => ({
  kind: 'show',
  tag: items.length === 1 ? (items[0]?.id ?? '') : 'digest',
  title: `${items.length} wait`,
  body: '',
  url: items.length === 1 ? `${origin}/inbox/${items[0]?.id}` : `${origin}/`,
  item_ids: items.map(({ id }) => id),
  ...(items.length === 1 && { open: 'Open', deny: 'Deny' }),
  badge: items.length,
})

/**
 * Shows a notice when none is shown any more. The browser may still be closing one of the same tag, which takes this one along:
 * then it is sent again.
 */
async function showAlone(page: Page, payload: PushPayload) {
  await expect.poll(() => shown(page)).toEqual([])
  await expect(async () => {
    await deliver(page, payload)
    await expect.poll(() => shown(page), { timeout: 2_000 }).toHaveLength(1)
  }).toPass()
}

/** A page whose worker shows what is pushed to it. */
async function withWorker(page: Page, origin: string) {
  await page.context().grantPermissions(['notifications'])
  await page.goto(origin)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    }
  })
}

verifies(
  'F17',
  'a pressed notice opens exactly its item, in the window that is there and in no second one',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const { url } = inbox.server
    const item = await ask(userId, 'ask_question', 'question')
    await ask(userId, 'tool_permission', 'approval')
    await withWorker(page, url)
    const show = () => showAlone(page, payloadOf(url, [item]))
    await show()
    expect(await press(page, item.id)).toEqual({ focused: [`${url}/`], opened: [] })
    await expect(page).toHaveURL(`${url}/inbox/${item.id}`)
    await expect(page.getByRole('button', { name: 'Send the answer' })).toBeVisible()
    await expect.poll(() => shown(page)).toEqual([])

    // It is open already: what was typed there stays.
    const own = page.getByRole('textbox').first()
    await own.fill('A seat at the window')
    await show()
    expect(await press(page, item.id)).toEqual({ focused: [`${url}/inbox/${item.id}`], opened: [] })
    await expect(own).toHaveValue('A seat at the window')

    await show()
    await press(page, item.id, 'deny')
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    expect(page.context().pages()).toHaveLength(1)

    await show()
    const elsewhere = await page.context().newPage()
    await elsewhere.goto('about:blank')
    const worker = page.context().serviceWorkers()[0]
    await page.close()
    expect(worker).toBeDefined()
    expect(await press(elsewhere, item.id)).toEqual({ focused: [], opened: [`${url}/inbox/${item.id}`] })
  },
)

verifies(
  'F3 F12 F17',
  'a notice of several items goes when the last of them has ended, and opens the list',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const { url } = inbox.server
    const items = [
      await ask(userId, 'ask_question', 'question'),
      await ask(userId, 'ask_question', 'question'),
      await ask(userId, 'ask_question', 'question'),
    ]
    const retract = (ids: string[], badge: number): PushPayload => ({
      kind: 'retract',
      item_ids: ids,
      handled: 'This was dealt with',
      badge,
    })
    await withWorker(page, url)
    await page.goto(`${url}/inbox/${items[0]?.id}`)
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
    const badges = await worker.evaluateHandle(() => {
      const set: (number | undefined)[] = []
      ;(self as unknown as ServiceWorkerGlobalScope).navigator.setAppBadge = async (count) => void set.push(count)
      return set
    })
    await deliver(page, payloadOf(url, items))
    await expect.poll(() => shown(page)).toMatchObject([{ tag: 'digest', title: '3 wait' }])
    await deliver(page, retract([items[0]?.id ?? '', items[1]?.id ?? ''], 1))
    await expect.poll(() => shown(page)).toMatchObject([{ tag: 'digest', ids: [items[2]?.id] }])
    expect(await badges.jsonValue()).toEqual([3, 1])
    expect(await press(page, 'digest')).toMatchObject({ opened: [] })
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByRole('heading', { name: /Waiting/ })).toBeVisible()

    await showAlone(page, payloadOf(url, items))
    for (const { id } of items) await deliver(page, retract([id], 0))
    await expect.poll(() => shown(page)).toEqual([])
  },
)

verifies('F17', 'the inbox can be installed', async ({ inbox, person }) => {
  const { page } = person
  await page.goto(inbox.server.url)
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js'))
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(`${inbox.server.url}${address}`)).json()
  expect(manifest).toMatchObject({ name: 'Vestra Inbox', display: 'standalone', start_url: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(`${inbox.server.url}${src}`)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
    expect((await icon.body()).readUInt32BE(16)).toBe(Number(sizes.split('x')[0]))
  }
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const real = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(real).toEqual([])
})

verifies('F9', '"Deny" of a notice opens the note, and decides nothing', async ({ inbox, person, ask }) => {
  const { page } = person
  const item = await ask(person.userId, 'ask_question', 'question')
  await page.goto(`${inbox.server.url}/inbox/${item.id}#deny`)
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible()
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
})

verifies('F15', 'channels, quiet hours and what a notice holds are kept', async ({ inbox, person }) => {
  const { page } = person
  await page.goto(`${inbox.server.url}/settings/notices`)
  await page.getByLabel('From').fill('22:00')
  await page.getByLabel('Until').fill('07:00')
  await page.getByRole('checkbox', { name: 'Show amount, payee' }).check()
  await page.getByRole('checkbox', { name: 'Browser and phone' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  await expect(page.getByRole('checkbox', { name: 'Show amount, payee' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Browser and phone' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'company itself' })).toHaveCount(0)
  await page.goto(`${inbox.server.url}/settings/keys`)
  await expect(page.getByRole('heading', { name: 'Keys' })).toHaveCount(0)
})

const password = 'correct horse battery'

verifies(
  'F18',
  'who opens an item while signed out signs in with a password and is at that item',
  async ({ inbox, browser, ask }) => {
    const { server } = inbox
    const email = `deep-${process.pid}@example.com`
    const link = await server.admin('person', '--email', email, '--user-id', email)
    const first = await newPage(browser)
    await first.goto(link.stdout)
    await first.getByLabel('Password for the next time').fill(password)
    await first.getByRole('button', { name: 'Sign in' }).click()
    await expect(first.getByRole('heading', { name: /Waiting/ })).toBeVisible()
    await first.context().close()

    const item = await ask(email, 'ask_question', 'question')
    await ask(email, 'tool_permission', 'approval')
    const page = await newPage(browser)
    await page.goto(`${server.url}/inbox/${item.id}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/inbox/${item.id}`)
    await expect(page.getByRole('button', { name: 'Send the answer' })).toBeVisible()
    await page.context().close()
  },
)

verifies(
  'F18',
  'a one-time link leads to the item that was wanted, and to nobody else’s',
  async ({ inbox, browser, ask }) => {
    const { server } = inbox
    const email = `link-${process.pid}@example.com`
    const item = await ask(email, 'ask_question', 'question')
    const link = await server.admin('person', '--email', email, '--user-id', email)
    const page = await newPage(browser)
    await page.goto(`${server.url}/inbox/${item.id}`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goto(link.stdout)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${server.url}/inbox/${item.id}`)
    await expect(page.getByRole('button', { name: 'Send the answer' })).toBeVisible()
    await page.context().close()
  },
)

verifies(
  'F9 F13 F18',
  'the link of a mail leads to the item, and opening it decides nothing',
  async ({ inbox, mail, person, ask }) => {
    const { page } = person
    const item = await ask(person.userId, 'tool_permission', 'approval')
    const isOf = ({ text = '' }: { text?: string | undefined }) => text.includes(item.id)
    await mail.until((mails) => mails.some(isOf))
    const [, address = ''] = mail.mails.find(isOf)?.html?.match(/href="([^"]+)"/) ?? []
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeVisible()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  },
)

verifies(
  'F18',
  'who opens an item while signed out signs in at the identity provider and is at that item',
  async ({ browser }) => {
    const provider = new OAuth2Server()
    await provider.issuer.keys.generate('RS256')
    await provider.start(0, '127.0.0.1')
    const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada', users: ['traveller-42'] }
    provider.service.on('beforeTokenSigning', (token: { payload: object }) => Object.assign(token.payload, claims))
    provider.service.on('beforeUserinfo', (response: { body: object }) => Object.assign(response.body, claims))
    const { servers, end } = makeServers()
    try {
      const server = await servers.start({
        env: {
          OIDC_ISSUER: provider.issuer.url ?? '',
          OIDC_CLIENT_ID: 'inbox',
          OIDC_CLIENT_SECRET: 'a secret of the client',
          OIDC_USER_ID_CLAIM: 'users',
        },
      })
      const vestra = new Vestra({ baseUrl: server.url, apiKey: (await firstStart(server)).key })
      const asked = { user_id: 'traveller-42', kind: 'ask_question', summary: 'which seat' } as const
      const item = await vestra.ask.create({ ...asked, questions: [{ question: 'Which seat?' }] })
      await vestra.ask.create({ ...asked, questions: [{ question: 'Which meal?' }] })

      const page = await newPage(browser)
      await page.goto(`${server.url}/inbox/${item.id}`)
      await page.getByRole('button', { name: 'single sign-on' }).click()
      await expect(page).toHaveURL(`${server.url}/inbox/${item.id}`)
      await expect(page.getByText('Which seat?')).toBeVisible()
      expect((await vestra.answer.get(item.id)).status).toBe('pending')
      await page.context().close()
    } finally {
      await provider.stop()
      await end()
    }
  },
)
