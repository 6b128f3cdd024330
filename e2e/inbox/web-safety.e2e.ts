import { expect, type Page } from '@playwright/test'
import { forms } from '@/lib/interactions/kinds'
import { verifiesWith } from '@/lib/testing/verifies-with'
import { newPage, openCard } from './browser'
import { test } from './hostile-site'

const verifies = verifiesWith((title: string, prove: Parameters<typeof test>[2]) => test(title, prove))

function watchRequests(page: Page, ownUrl: string): () => string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(ownUrl) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  return () => foreign
}

verifies(
  'S23',
  'each page has a policy of its own, whose nonce every script carries',
  async ({ inbox, person, ask }) => {
    const item = await ask(person.userId, 'tool_permission', 'approval')
    const nonces = new Set<string>()
    const paths = [
      '/',
      '/',
      `/inbox/${item.id}`,
      '/sign-in/link',
      '/errors',
      '/errors/expired',
      '/docs',
      '/connect',
      '/nowhere',
    ]
    for (const path of paths) {
      const response = await person.page.request.get(inbox.server.url + path)
      const policy = response.headers()['content-security-policy'] ?? ''
      const [, nonce = ''] = policy.match(/script-src 'self' 'nonce-([\w+/]{24})' 'strict-dynamic';/) ?? []
      expect(nonce, `${path} ${policy}`).not.toBe('')
      nonces.add(nonce)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
      expect(policy).toContain("default-src 'none'")
      const scripts = [...(await response.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length, path).toBeGreaterThan(0)
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
      expect(response.headers()).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
    expect(nonces.size).toBe(paths.length)
  },
)

verifies('S23', 'nothing of ours is forbidden by it, dialogs included', async ({ inbox, signIn, ask }) => {
  test.slow()
  const { page, userId } = await signIn({ role: 'admin' })
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  for (const { kind, type } of forms) {
    const item = await ask(userId, kind, type)
    await openCard(page, inbox.server, item.id)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
  const money = await ask(userId, 'tool_permission', 'approval')
  await openCard(page, inbox.server, money.id)
  await page.getByRole('button', { name: 'Pay $500.00' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const ownSheets = page.locator('style')
  expect(await ownSheets.count()).toBeGreaterThan(0)
  expect(await ownSheets.evaluateAll((sheets) => sheets.every((sheet) => (sheet as HTMLStyleElement).sheet))).toBe(true)
  for (const path of ['/settings', '/docs', '/errors', '/sign-in/link']) await page.goto(inbox.server.url + path)
  expect(refused).toEqual([])
})

verifies('S23 S30', 'text of an agent stays text, and calls nobody', async ({ inbox, person, ask, hostile }) => {
  const { page, userId } = person
  const foreign = watchRequests(page, inbox.server.url)
  const texts = [
    '<script>window.ran = 1</script>',
    `<img src="${hostile.foreign}a.png" onerror="window.ran = 1">`,
    `<svg onload="window.ran = 1"><image href="${hostile.foreign}b.png"/></svg>`,
    `![picture](${hostile.foreign}c.png) [link](${hostile.foreign}d)`,
    '[link](javascript:window.ran=1) javascript:window.ran=1 data:text/html,<script>window.ran=1</script>',
  ]
  for (const text of texts) {
    const item = await ask(userId, 'tool_permission', 'approval', {
      summary: text,
      reason: text,
      payee: { name: text, id: text },
      rows: [{ label: text.slice(0, 80), value: text }],
    })
    await openCard(page, inbox.server, item.id)
    await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
    await expect(page.getByRole('definition').getByText(text, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('article').getByRole('link')).toHaveCount(0)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(foreign()).toEqual([])
  expect(hostile.requests()).toEqual([])
})

verifies(
  'S23',
  'markup that got into a page would run nothing and reach nobody',
  async ({ inbox, person, ask, hostile }) => {
    const { page, userId } = person
    const item = await ask(userId, 'tool_permission', 'approval')
    const url = hostile.foreign
    const markup = `<script>window.ran = 1</script><img src="x" onerror="window.ran = 1"><img src="${url}a.png">
    <iframe src="${url}b"></iframe><object data="${url}c"></object><style>body { display: none }</style>
    <p style="background: url(${url}h.png)">styled</p><link rel="stylesheet" href="${url}d.css"><base href="${url}">
    <script src="${url}e.js"></script><form action="${url}f" method="post"><button id="send">send</button></form>
    <a id="run" href="javascript:window.ran = 1">run</a>`
    await page.addInitScript(() => {
      const refused: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
      Object.assign(window, { refused })
    })
    await page.route(`**/inbox/${item.id}`, async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace('</body>', `${markup}</body>`)
      await route.fulfill({ response, body: html })
    })
    await openCard(page, inbox.server, item.id)
    await page.evaluate(async (target) => {
      document.getElementById('run')?.click()
      document.getElementById('send')?.click()
      await fetch(target).catch(() => {})
    }, `${url}g`)
    const refused = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
    for (const directive of [
      'script-src-elem',
      'script-src-attr',
      'img-src',
      'frame-src',
      'object-src',
      'style-src-elem',
      'base-uri',
      'form-action',
      'connect-src',
    ]) {
      await expect.poll(refused).toContain(directive)
    }
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(hostile.requests()).toEqual([])
  },
)

verifies('S22', 'a page that frames an item frames nothing', async ({ inbox, person, ask, hostile }) => {
  const item = await ask(person.userId, 'tool_permission', 'approval')
  for (const origin of [hostile.foreign, hostile.sameSite]) {
    hostile.serve(`<iframe src="${inbox.server.url}/inbox/${item.id}" width="800" height="600"></iframe>`)
    const answered = person.page.waitForResponse((response) => response.url().includes(item.id))
    await person.page.goto(origin)
    expect((await answered).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await expect.poll(() => person.page.frames().at(1)?.url()).toBe('chrome-error://chromewebdata/')
    await expect(person.page.frameLocator('iframe').getByRole('button')).toHaveCount(0)
  }
})

verifies(
  'S21',
  "another site's page cannot answer with a person's sign-in",
  async ({ inbox, person, ask, hostile }) => {
    const { page, userId } = person
    const item = await ask(userId, 'exit_plan', 'approval')
    const target = `${inbox.server.url}/v1/interactions/${item.id}/answer`
    const form = `<form id="f" method="post" enctype="text/plain" action="${target}">
    <input name='{"approve":true,"present_user":true,"x":"' value='"}'></form>`
    const attacks = {
      form: `${form}<script>f.submit()</script>`,
      'form without origin': `${form}<script>f.submit()</script>`,
      'JSON as text': `<script>fetch('${target}', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"approve":true}' })</script>`,
      'JSON as JSON': `<script>fetch('${target}', { method: 'POST', credentials: 'include', body: '{"approve":true}', headers: { 'Content-Type': 'application/json' } }).catch(() => {})</script>`,
    }
    const ended: string[] = []
    const statuses = new Set<number>()
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfinished', (request) => request.url() === target && ended.push(request.method()))
    }
    page.on('response', (response) => response.url() === target && statuses.add(response.status()))
    for (const [name, html] of Object.entries(attacks)) {
      for (const origin of [hostile.foreign, hostile.sameSite]) {
        const before = ended.length
        hostile.serve(html)
        await page.goto(origin)
        await expect.poll(() => ended.length, { message: `${name} from ${origin}` }).toBeGreaterThan(before)
        expect((await inbox.vestra.answer.get(item.id)).status, `${name} from ${origin}`).toBe('pending')
      }
    }
    expect([...statuses].sort()).toEqual([401, 403])
  },
)

verifies('S21', 'a read changes nothing, whoever makes it', async ({ inbox, ask, browser }) => {
  const item = await ask(`reader-${process.pid}`, 'exit_plan', 'approval')
  const page = await newPage(browser)
  for (const path of [`/v1/interactions/${item.id}/answer`, `/v1/interactions/${item.id}/cancel`]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await page.request.fetch(inbox.server.url + path, { method })
      expect([401, 405]).toContain(response.status())
    }
  }
  expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
  await page.context().close()
})
