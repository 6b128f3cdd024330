import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { Server } from '@/e2e/server'
import type { Interaction } from '@/lib/interactions/interaction'
import { afterUndo, newPage, test, verifies } from './browser'

test.describe.configure({ timeout: 90_000 })

/** A thumb reaches the lower half of the screen. */
const reach = 0.5
const smallestTarget = 44

async function signInOnPhone(browser: Browser, server: Server, width: number): Promise<{ page: Page; userId: string }> {
  const email = `phone-${width}-${process.pid}@example.com`
  const link = await server.admin('person', '--email', email, '--role', 'admin', '--user-id', email)
  const page = await newPage(browser, {
    viewport: { width, height: 700 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  await page.goto(link.stdout)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await expect(page.getByRole('heading', { name: /Waiting/ })).toBeVisible()
  return { page, userId: email }
}

async function expectNoSideways(page: Page) {
  const widths = await page.evaluate(() => {
    const beyond = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && element.clientWidth > 0,
    )
    return {
      page: document.documentElement.scrollWidth - window.innerWidth,
      beyond: beyond.map((each) => each.outerHTML.slice(0, 120)),
    }
  })
  expect(widths).toEqual({ page: 0, beyond: [] })
}

/** What the thumb can reach and is large enough. */
async function findAct(page: Page, name: string, within: Locator): Promise<Locator> {
  const button = within.getByRole('button', { name, exact: true })
  await expect(button).toBeVisible()
  const box = await button.boundingBox()
  const { height, width } = page.viewportSize() ?? { height: 0, width: 0 }
  expect(box?.height).toBeGreaterThanOrEqual(smallestTarget)
  expect(box?.y).toBeGreaterThan(height * reach)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  return button
}

async function tapAct(page: Page, name: string, within = page.locator('body')) {
  await (await findAct(page, name, within)).tap()
}

/** Lays a finger on the yes of the sheet until it is said. */
async function holdAct(page: Page, name: string, sheet: Locator) {
  const box = await (await findAct(page, name, sheet)).boundingBox()
  const finger = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 20 }
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function openFromList(page: Page, server: Server, { summary }: Interaction) {
  await page.goto(server.url)
  await expectNoSideways(page)
  await page.getByRole('link', { name: new RegExp(summary) }).tap()
  await expect(page.getByRole('link', { name: 'All items' })).toBeVisible()
  await expectNoSideways(page)
}

for (const width of [320, 390]) {
  verifies('F19', `at ${width} px every type is opened and answered by touch`, async ({ inbox, browser, ask }) => {
    const { server, vestra } = inbox
    const { page, userId } = await signInOnPhone(browser, server, width)
    const decisionOf = async ({ id }: Interaction) => (await vestra.ask.result(id)).decision
    const named = (what: string) => ({ summary: `${what} at ${width} px` })

    const payment = await ask(userId, 'tool_permission', 'approval', named('pay'))
    await openFromList(page, server, payment)
    // A yes that costs something can be pressed once the whole card was seen.
    await tapAct(page, 'Show the end')
    await expect(page.getByRole('button', { name: 'Pay $500.00' })).toBeEnabled()
    await tapAct(page, 'Pay $500.00')
    const sheet = page.getByRole('alertdialog')
    await expect(sheet).toBeVisible()
    // The sheet stands on the lower edge, as wide as the screen.
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox()
        return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
      })
      .toEqual({ x: 0, width, bottom: 700 })
    await expectNoSideways(page)
    await sheet.getByRole('textbox', { name: 'Type the amount: $500.00' }).fill('500')
    await tapAct(page, 'Pay $500.00', sheet)
    await expect(page.getByText('Approved. Waiting for the agent').first()).toBeVisible()
    expect(await decisionOf(payment)).toBe('approved')

    const again = await ask(userId, 'tool_permission', 'approval', named('pay again'))
    await openFromList(page, server, again)
    await tapAct(page, 'Show the end')
    await tapAct(page, 'Pay $500.00')
    await holdAct(page, 'Pay $500.00', sheet)
    expect(await decisionOf(again)).toBe('approved')

    const question = await ask(userId, 'ask_question', 'question', named('choose'))
    await openFromList(page, server, question)
    await page.getByRole('radio', { name: /The 09:15 flight/ }).tap()
    await tapAct(page, 'Send the answer')
    await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
    expect(await decisionOf(question)).toBe('answered')

    const connect = await ask(userId, 'composio_auth', 'connect', named('connect'))
    await openFromList(page, server, connect)
    await tapAct(page, 'No thanks')
    await expect(page.getByText('Not connected').first()).toBeVisible(afterUndo)
    expect(await decisionOf(connect)).toBe('denied')

    const handOff = await ask(userId, 'ask_question', 'handoff', named('do'))
    await openFromList(page, server, handOff)
    await tapAct(page, 'Done')
    await expect(page.getByText('Done. The agent goes on').first()).toBeVisible()
    expect(await decisionOf(handOff)).toBe('answered')

    const call = await ask(userId, 'custom', 'tool_call', named('call'))
    await openFromList(page, server, call)
    await page.getByRole('textbox', { name: 'Output' }).fill('{"ok": true}')
    await tapAct(page, 'Send the output')
    await expect(page.getByText('Result sent. The agent goes on').first()).toBeVisible()
    expect(await decisionOf(call)).toBe('answered')

    await page.goto(`${server.url}/settings/notices`)
    await expect(page.getByRole('heading', { name: 'Notices', exact: true })).toBeVisible()
    await expectNoSideways(page)
    await page.context().close()
  })
}
