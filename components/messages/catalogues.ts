import type { Messages } from 'next-intl'
import type { Locale } from '@/lib/locales'
import de from './de.json'
import en from './en.json'

/** Every text in every language. */
export const catalogues: Record<Locale, Messages> = { en, de }

/** The texts that come with a page, in its own language alone: mails and the reference are written on the server. */
export function textsForPages(locale: Locale): Partial<Messages> {
  const { Notices, Docs, ...texts } = catalogues[locale]
  return texts
}
