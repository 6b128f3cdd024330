import { createTranslator } from 'next-intl'
import messages from './en.json'

/** Texts for server components. Client components use `useTranslations`. */
export function translator() {
  return createTranslator({ locale: 'en', messages })
}
