import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { chooseLocale } from './locales'

verifies('F20', 'the person’s choice counts first, then the languages of the browser in their order', () => {
  expect(chooseLocale('de', 'en')).toBe('de')
  expect(chooseLocale('en', 'de')).toBe('en')
  expect(chooseLocale(undefined, 'de-AT,de;q=0.9,en;q=0.8')).toBe('de')
  expect(chooseLocale(undefined, 'fr-FR, de;q=0.5, en;q=0.7')).toBe('en')
  expect(chooseLocale(undefined, 'de;q=0, en;q=0.1')).toBe('en')
  expect(chooseLocale(undefined, 'DE')).toBe('de')
  for (const accepted of [null, '', 'xx', ';;,,q=', '*']) expect(chooseLocale('xx', accepted)).toBe('en')
})
