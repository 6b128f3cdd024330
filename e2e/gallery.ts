import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { forms } from '@/lib/interactions/kinds'
import { Vestra } from '@/lib/sdk'
import { writeHistory } from './gallery-history'
import { firstStart, makeServers, type Server } from './server'

/**
 * Pictures of every screen and state of the built server, in three widths, light and dark:
 * `npm run gallery -- FOLDER [PART OF A NAME]`. Loopback only.
 */
const [folder = 'test-results/gallery', part = ''] = process.argv.slice(2)
const widths = [390, 1280, 1920]
const heights: Record<number, number> = { 390: 844, 1280: 800, 1920: 1080 }
const schemes = ['light', 'dark'] as const
const executablePath = process.env.CHROMIUM_PATH

interface Shot {
  name: string
  path: string
  /** What is done on the page before the picture. */
  prepare?: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor()
}

const pressKey = (key: string) => async (page: Page) => {
  const dialog = page.getByRole('dialog')
  // Keys are heard once the page listens.
  while (!(await dialog.isVisible())) {
    await page.keyboard.press(key)
    await dialog.waitFor({ timeout: 500 }).catch(() => {})
  }
}

const openHistory = async (page: Page) => {
  await page.getByText('History', { exact: true }).click()
  const list = page.getByRole('list', { name: 'History' })
  await list.waitFor()
  await list.scrollIntoViewIfNeeded()
}

async function signIn(browser: Browser, server: Server, ...args: string[]): Promise<Page> {
  const { stdout } = await server.admin('person', ...args)
  const page = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage()
  await page.goto(stdout)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: /Waiting/ }).waitFor()
  return page
}

/** Fills the inbox with what agents ask on a usual day, and answers some of it. */
async function seed(server: Server, key: string): Promise<Shot[]> {
  const vestra = new Vestra({ baseUrl: server.url, apiKey: key })
  const agents = await Promise.all(
    ['Travel agent', 'Finance agent', 'Support agent'].map(async (agent) => {
      const made = await vestra.keys.create({ name: `${agent} in production`, scope: 'ask', agent })
      return new Vestra({ baseUrl: server.url, apiKey: made.key })
    }),
  )
  const opened: Record<string, string> = {}
  const form = (kind: string, type: string) =>
    forms.find((each) => each.kind === kind && each.type === type)?.form.example ?? {}
  // First, so that it is the last of the list.
  const long = 'Wherever possible the agent explains at length. '.repeat(30)
  const wordy = { ...form('tool_permission', 'approval'), reason: long, user_id: 'traveller-42' }
  opened.wordy = (await vestra.ask.create({ ...wordy, summary: 'W'.repeat(190) })).id
  for (const [
    index,
    {
      kind,
      type,
      form: { example },
    },
  ] of forms.entries()) {
    const { id } = await (agents[index % agents.length] ?? vestra).ask.create({ ...example, user_id: 'traveller-42' })
    opened[`${kind}-${type}`] = id
  }
  const words = [
    'Refund order 8841 to Priya Raman',
    'Publish the release notes of version 4.2',
    'Send the signed contract to Northwind Traders',
    'Close 14 support tickets without an answer since May',
    'Renew the certificate of api.example.com',
  ]
  for (const [index, summary] of words.entries()) {
    const asked = { ...form('custom', 'approval'), summary, user_id: 'traveller-42' }
    const { id } = await (agents[index % agents.length] ?? vestra).ask.create(asked)
    if (index < 3) await vestra.answer(id, { approve: index !== 1 })
    opened[`settled-${index}`] = id
  }
  const payment = { ...form('tool_permission', 'approval'), user_id: 'traveller-42' }
  opened['look-alike'] = (await vestra.ask.create({ ...payment, payee: { name: 'Iakeside Hotel' } })).id
  opened.withdrawn = (await vestra.ask.create(payment)).id
  await vestra.ask.withdraw(opened.withdrawn, { reason: 'The room is gone.' })
  await vestra.webhooks.create({ url: 'https://hooks.example.com/vestra', description: 'The booking back end' })
  const card = (name: string, prepare?: Shot['prepare']): Shot => ({
    name: `card-${name}`,
    path: `/inbox/${opened[name]}`,
    ...(prepare && { prepare }),
  })
  return [
    ...forms.map(({ kind, type }) => card(`${kind}-${type}`)),
    card('settled-0', openHistory),
    card('settled-1'),
    card('wordy'),
    card('look-alike'),
    card('withdrawn'),
    { name: 'card-nothing', path: '/inbox/int_01h00000000000000000000000' },
    { name: 'card-confirm', path: `/inbox/${opened['tool_permission-approval']}`, prepare: press(/^Pay/) },
  ]
}

const screens: Shot[] = [
  { name: 'inbox', path: '/' },
  { name: 'inbox-answered', path: '/?status=resolved' },
  { name: 'inbox-empty', path: '/?status=expired' },
  {
    name: 'inbox-filters',
    path: '/?moves_money=true',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('combobox', { name: 'Type' }).waitFor()
    },
  },
  {
    name: 'inbox-views',
    path: '/',
    prepare: async (page) => page.getByRole('button', { name: 'Saved views' }).click(),
  },
  {
    name: 'inbox-select',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      for (const box of (await page.getByRole('checkbox').all()).slice(0, 3)) await box.check()
    },
  },
  { name: 'inbox-keys', path: '/', prepare: pressKey('?') },
  { name: 'inbox-palette', path: '/', prepare: pressKey('Control+k') },
  { name: 'settings-notices', path: '/settings/notices' },
  { name: 'connect', path: '/connect' },
  { name: 'link', path: '/link' },
  { name: 'settings-keys', path: '/settings/keys' },
  { name: 'settings-keys-new', path: '/settings/keys', prepare: press('New key') },
  { name: 'settings-people', path: '/settings/people' },
  { name: 'settings-people-new', path: '/settings/people', prepare: press('Add a person') },
  { name: 'settings-webhooks', path: '/settings/webhooks' },
  { name: 'settings-webhooks-new', path: '/settings/webhooks', prepare: press('Add an endpoint') },
  { name: 'settings-agents', path: '/settings/agents' },
  { name: 'settings-agents-new', path: '/settings/agents', prepare: press('Add an agent') },
  { name: 'settings-audit', path: '/settings/audit' },
  { name: 'settings-activity', path: '/settings/activity' },
  { name: 'docs', path: '/docs' },
  { name: 'errors', path: '/errors/present_user_required' },
  { name: 'nowhere', path: '/nowhere' },
]

async function take(page: Page, server: Server, shots: Shot[]) {
  for (const shot of shots.filter(({ name }) => name.includes(part))) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] ?? 800 })
      await page.goto(server.url + shot.path)
      await page.getByRole('main').first().waitFor()
      // The foot of a list that goes on says so as well, and stays.
      await page.getByRole('paragraph').filter({ hasText: 'Reading…' }).first().waitFor({ state: 'detached' })
      await shot.prepare?.(page)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: path.join(folder, `${shot.name}-${width}-${colorScheme}.png`) })
      }
    }
    console.log(shot.name)
  }
}

mkdirSync(folder, { recursive: true })
const { servers, end } = makeServers()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const server = await servers.start()
  const { key } = await firstStart(server)
  const page = await signIn(
    browser,
    server,
    '--email',
    'ada@example.com',
    '--name',
    'Ada Lovelace',
    '--role',
    'admin',
    '--user-id',
    'traveller-42',
  )
  await take(page, server, [
    { name: 'inbox-first', path: '/' },
    { name: 'activity-first', path: '/settings/activity' },
  ])
  const cards = await seed(server, key)
  for (const name of ['Grace Hopper', 'Alan Turing']) {
    await server.admin(
      'person',
      '--email',
      `${name.split(' ')[0]}@example.com`,
      '--name',
      name,
      '--user-id',
      'traveller-7',
    )
  }
  writeHistory(server.dataDir)
  await take(page, server, [...screens, ...cards])
  const stranger = await (await browser.newContext()).newPage()
  await take(stranger, server, [{ name: 'sign-in', path: '/sign-in' }])
} finally {
  await browser.close()
  await end()
}
