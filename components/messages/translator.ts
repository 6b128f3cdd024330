import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/locales'
import { catalogues } from './catalogues'

/** Texts for server components, English where no language is named. Client components use `useTranslations`. */
export function translator(locale: Locale = 'en') {
  return createTranslator({ locale, messages: catalogues[locale] })
}
