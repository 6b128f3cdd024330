import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test'
import { firstStart, makeServers, type Server } from '@/e2e/server'
import type { Interaction } from '@/lib/interactions/interaction'
import { forms } from '@/lib/interactions/kinds'
import { Vestra } from '@/lib/sdk'
import { verifiesWith } from '@/lib/testing/verifies-with'

export interface Inbox {
  server: Server
  /** Asks and answers as the company would, with a key of scope `all`. */
  vestra: Vestra
}

export interface Person {
  name: string
  page: Page
  userId: string
}

interface Fixtures {
  /** A member who is signed in and answers for a user id of their own. */
  person: Person
  /** Signs in one more person, in a browser of their own. */
  signIn(options?: { role?: 'user' | 'admin'; userId?: string; name?: string }): Promise<Person>
  /** Opens an item from the example of its kind and type, for a user. */
  ask(userId: string | null, kind: string, type: string, fields?: Record<string, unknown>): Promise<Interaction>
}

let people = 0

export const test = base.extend<Fixtures, { inbox: Inbox }>({
  inbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const { servers, end } = makeServers()
      const server = await servers.start({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } })
      const { key } = await firstStart(server)
      await use({ server, vestra: new Vestra({ baseUrl: server.url, apiKey: key }) })
      await end()
    },
    { scope: 'worker' },
  ],
  signIn: async ({ inbox, browser }, use) => {
    const pages: Page[] = []
    await use(async ({ role = 'user', userId, name } = {}) => {
      const person = await signInPerson(browser, inbox, role, userId, name)
      pages.push(person.page)
      return person
    })
    for (const page of pages) await page.context().close()
  },
  person: async ({ signIn }, use) => {
    await use(await signIn())
  },
  ask: async ({ inbox }, use) => {
    await use(async (userId, kind, type, fields = {}) => {
      const example = forms.find((form) => form.kind === kind && form.type === type)?.form.example
      if (!example) throw new Error(`no example of ${kind} as ${type}`)
      return inbox.vestra.ask.create({ ...example, user_id: userId, ...fields })
    })
  },
})

/** A browser test that proves promises of `e2e/requirements.ts`. */
export const verifies = verifiesWith((title: string, prove: Parameters<typeof test>[2]) => test(title, prove))

async function signInPerson(
  browser: Browser,
  { server, vestra }: Inbox,
  role: 'user' | 'admin',
  userId = `user-${process.pid}-${people + 1}`,
  name = `Person ${people + 1}`,
): Promise<Person> {
  const email = `person-${process.pid}-${++people}@example.com`
  const made = await vestra.people.create({ email, name, role, user_ids: [userId] })
  const page = await newPage(browser)
  await followLink(page, server, made.sign_in_link)
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: /Waiting/ })).toBeVisible()
  return { name, page, userId }
}

/** Signs the page's browser in as the form behind the link does, without drawing it. */
async function followLink(page: Page, server: Server, link: string): Promise<void> {
  const csrf = await page.request.get(`${server.url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = { csrfToken, callbackUrl: server.url, json: 'true', token: new URL(link).hash.slice(1) }
  const reply = await page.request.post(`${server.url}/api/auth/callback/link`, {
    form,
    headers: { Origin: server.url },
  })
  expect(reply.status()).toBe(200)
}

/** A page whose errors fail the test. */
export async function newPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/** Holds back what waits for it. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Keeps the page's scripts away, as a slow connection does. @returns lets them come */
export async function holdScripts(page: Page): Promise<() => void> {
  const { opened, open } = gate()
  await page.route(/\.js(\?|$)/, (route) => opened.then(() => route.continue()))
  return open
}

/** Presses until it has worked: keys are dead for a moment after the focus has moved. */
export async function pressFor(page: Page, keys: string[], seen: Locator): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(seen).toBeVisible({ timeout: 500 })
  }).toPass()
}

export async function openCard(page: Page, server: Server, id: string): Promise<void> {
  await page.goto(`${server.url}/inbox/${id}`)
  await expect(page.getByRole('main')).toBeVisible()
}

/** A no and an answer can be taken back for five seconds before they go out. */
export const afterUndo = { timeout: 15_000 }

/** Of what runs out in twenty seconds. */
export const afterExpiry = { timeout: 60_000 }

/** Says the yes to a payment that is large or goes to somebody new: types what it costs. */
export async function typeYes(page: Page, name: `Pay ${string}`): Promise<void> {
  const step = page.getByRole('alertdialog')
  await step.getByRole('textbox', { name: /^Type the amount/ }).fill(name.slice('Pay '.length))
  await step.getByRole('button', { name }).click()
}

/** Says the yes of the confirm step as a person does by pointer: holds it down for a moment. */
export async function holdYes(page: Page, name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).click({ delay: 1300 })
}
