/** The languages that the inbox speaks. */
export const locales = ['en'] as const
export type Locale = (typeof locales)[number]

const defaultLocale: Locale = 'en'

/** The language of that name, or the usual one. */
export function readLocale(name: string | null | undefined): Locale {
  return locales.find((locale) => locale === name) ?? defaultLocale
}
