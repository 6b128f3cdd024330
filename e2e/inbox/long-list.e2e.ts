import { expect, type Page } from '@playwright/test'
import { openCard, test, verifies } from './browser'

type Ask = (userId: string, kind: string, type: string, fields: Record<string, unknown>) => Promise<{ id: string }>

/** Opens plans named "plan 0" to "plan n-1", the last one newest. */
async function askMany(ask: Ask, userId: string, count: number) {
  const items: { id: string }[] = []
  for (let n = 0; n < count; n++)
    items.push(await ask(userId, 'exit_plan', 'approval', { summary: `plan ${n} of many` }))
  return items
}

const rows = (page: Page) => page.getByRole('region', { name: /Waiting/ }).getByRole('listitem')
const row = (page: Page, n: number) => page.getByRole('link', { name: new RegExp(`plan ${n} of many`) })

verifies(
  'L1',
  'a long list draws what is near, reads on by itself and tells each place',
  async ({ inbox, person, ask }) => {
    test.slow()
    const { page, userId } = person
    await askMany(ask, userId, 170)
    await page.goto(inbox.server.url)
    await expect(row(page, 169)).toBeVisible()
    await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', '-1')
    await row(page, 169).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(row(page, 0)).toBeInViewport({ timeout: 300 })
    }).toPass()
    expect(await rows(page).count()).toBeLessThan(60)
    // The head of the group that they are counts as well.
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', '171')
    await expect(rows(page).last()).toHaveAttribute('aria-setsize', '171')
  },
)

verifies(
  'L1 L2',
  'the focus stays on its row while the list scrolls, and goes on from there',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await askMany(ask, userId, 40)
    await page.goto(inbox.server.url)
    await row(page, 37).focus()
    await row(page, 37).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 3000)
      await expect(row(page, 0)).toBeInViewport({ timeout: 300 })
    }).toPass()
    await expect(row(page, 37)).toBeFocused()
    await expect(row(page, 37)).not.toBeInViewport()
    // Keys are dead for a moment after the focus has moved.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(row(page, 36)).toBeFocused({ timeout: 300 })
    }).toPass()
    await expect(row(page, 36)).toBeInViewport()
    await page.keyboard.press('k')
    await expect(row(page, 37)).toBeFocused()
  },
)

verifies('L1', 'an item that no page has read yet is opened by its address', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const [oldest] = await askMany(ask, userId, 80)
  await openCard(page, inbox.server, oldest?.id ?? '')
  await expect(page.getByRole('region', { name: 'The open item' }).getByText('plan 0 of many').first()).toBeVisible()
  await expect(row(page, 79)).toBeVisible()
  await expect(row(page, 0)).toHaveCount(0)
})

verifies('L1', 'on a phone the way back leads to the row, however far down it was', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await askMany(ask, userId, 45)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(inbox.server.url)
  await row(page, 44).hover()
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(row(page, 3)).toBeInViewport({ timeout: 300 })
  }).toPass()
  await row(page, 3).click()
  await page.getByRole('link', { name: 'All items' }).click()
  await expect(row(page, 3)).toBeFocused()
  await expect(row(page, 3)).toBeInViewport()
})

verifies(
  'L2',
  'no row moves under a pointer: what is new waits, what is gone stays in its place',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const items = await askMany(ask, userId, 3)
    await page.goto(inbox.server.url)
    await row(page, 1).hover()
    const before = await row(page, 1).boundingBox()
    await ask(userId, 'exit_plan', 'approval', { summary: 'plan 3 of many' })
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
    await inbox.vestra.answer(items[2]?.id ?? '', { approve: false })
    await expect(row(page, 2).getByText('Settled')).toBeVisible()
    await expect(row(page, 3)).toHaveCount(0)
    const pill = await page.getByRole('button', { name: '1 new' }).boundingBox()
    expect((await row(page, 1).boundingBox())?.height).toBe(before?.height)
    expect(pill).not.toBeNull()
    await page.mouse.move(900, 400)
    await expect(row(page, 3)).toBeVisible()
    await expect(row(page, 2)).toHaveCount(0)
  },
)
