import { expect } from '@playwright/test'
import { newPage, verifies } from './browser'

verifies(
  'F20',
  'a German browser gets German, on a narrow phone too, until its person chooses English',
  async ({ inbox, browser, ask }) => {
    const { server } = inbox
    const email = `deutsch-${process.pid}@example.com`
    const item = await ask(email, 'tool_permission', 'approval')
    const link = await server.admin('person', '--email', email, '--user-id', email)
    const page = await newPage(browser, {
      locale: 'de-AT',
      timezoneId: 'Europe/Vienna',
      viewport: { width: 320, height: 640 },
      isMobile: true,
      hasTouch: true,
    })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const expectFits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

    await page.goto(`${server.url}/sign-in`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    await page.goto(link.stdout)
    await page.getByRole('button', { name: 'Anmelden' }).tap()
    await expect(page.getByRole('heading', { name: /Wartend/ })).toBeVisible()
    await expectFits()
    await page.goto(`${server.url}/inbox/${item.id}`)
    // The amount is written as the language writes it.
    await expect(page.getByRole('button', { name: /500,00\s\$ bezahlen/ })).toBeVisible()
    await expectFits()
    await page.goto(`${server.url}/settings/notices`)
    await expect(page.getByRole('heading', { name: 'Benachrichtigungen', exact: true })).toBeVisible()
    await expectFits()
    const readPreferences = () => page.evaluate(async () => (await fetch('/v1/notices/preferences')).json())
    await page.getByRole('button', { name: 'Speichern' }).tap()
    await expect(page.getByText('Gespeichert.')).toBeVisible()
    expect(await readPreferences()).toMatchObject({ locale: 'de', time_zone: 'Europe/Vienna' })

    await page.getByRole('button', { name: /Konto:/ }).tap()
    await page.getByRole('radio', { name: 'English' }).tap()
    await expect(page.getByRole('heading', { name: 'Notices', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await readPreferences()).toMatchObject({ locale: 'en' })
    expect(errors).toEqual([])
    await page.context().close()
  },
)
