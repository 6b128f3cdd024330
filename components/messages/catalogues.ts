import type { Messages } from 'next-intl'
import type { Locale } from '@/lib/locales'
import de from './de.json'
import en from './en.json'

/** Every text in every language; a page of a browser gets one of them alone. */
export const catalogues: Record<Locale, Messages> = { en, de }
