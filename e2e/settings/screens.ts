import { expect, type Page } from '@playwright/test'
import type { Server } from '@/e2e/server'

export const sections = ['keys', 'people', 'webhooks', 'agents', 'audit', 'activity'] as const

export async function openSettings(page: Page, server: Server, section: (typeof sections)[number], search = '') {
  await page.goto(`${server.url}/settings/${section}${search}`)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${section}$`, 'i') })).toBeVisible()
  await expect(page.getByText('Reading…')).toHaveCount(0)
}

/** The row of a list that holds the text. */
export function rowOf(page: Page, list: string, text: string) {
  return page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text }).first()
}

/** What the dialog shows only now. */
export async function readSecret(page: Page, label: RegExp): Promise<string> {
  return page.getByRole('alertdialog').getByLabel(label).inputValue()
}
