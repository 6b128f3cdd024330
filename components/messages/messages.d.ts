import type { Locale as OurLocale } from '@/lib/locales'
import type messages from './en.json'

declare module 'next-intl' {
  interface AppConfig {
    Locale: OurLocale
    Messages: typeof messages
  }
}
