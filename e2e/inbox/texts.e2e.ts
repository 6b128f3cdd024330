import { expect, type Page } from '@playwright/test'
import { openCard, verifies } from './browser'

/** Foreign words, here in Hebrew, that stand in the page itself, and the amounts that stand outside of them. */
function straysOf(page: Page, amount: string): Promise<string[]> {
  return page.evaluate((shown) => {
    const strays: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!parent || parent.closest('script, style')) continue
      const own = parent.closest('bdi')
      const isIsolated = own !== null && getComputedStyle(own).unicodeBidi.includes('isolate')
      if (/\p{Script=Hebrew}/u.test(text) && !isIsolated) strays.push(text)
      if (text.includes(shown) && own?.dir !== 'ltr') strays.push(text)
    }
    return strays
  }, amount)
}

verifies(
  'S27 S28',
  'every text of an agent stands apart, with what is hidden in it shown, and amounts read from the left',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await page.setViewportSize({ width: 1280, height: 1200 })
    const item = await ask(userId, 'tool_permission', 'approval', {
      summary: 'שלום one\u200bword',
      tool: { name: 'כלי', source: 'builtin' },
      payee: { name: 'מלון הים', id: 'חשבון 7' },
      rows: [{ label: 'חדר', value: 'מספר\u2066 12' }],
      reason: 'מהר, **היום**\n- אחד\n- שניים',
    })
    await openCard(page, inbox.server, item.id)
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
    await expect(page.getByRole('link', { name: /שלום/ }).getByText('U+200B')).toBeVisible()
    await expect(page.getByRole('article').getByText('U+2066')).toBeVisible()
    expect(await straysOf(page, '$500.00')).toEqual([])
    await page.getByRole('button', { name: 'Pay $500.00' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await straysOf(page, '$500.00')).toEqual([])
  },
)
