/** The languages that the inbox speaks, each with the direction it runs in. */
const directions = { en: 'ltr', de: 'ltr' } as const

export type Locale = keyof typeof directions

export const locales = Object.keys(directions) as [Locale, ...Locale[]]

const usual: Locale = 'en'

export const directionOf = (locale: Locale) => directions[locale]

/** The language of that name, or the usual one. */
export function readLocale(name: string | null | undefined): Locale {
  return locales.find((locale) => locale === name) ?? usual
}

/**
 * The language a person gets: the one they chose, else the first of their browser's that is spoken here (F20).
 * @param accepted an `Accept-Language` header
 */
export function chooseLocale(chosen: string | undefined, accepted: string | null): Locale {
  const wanted = (accepted ?? '')
    .split(',')
    .map((part, place) => {
      const [range = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => each.trim().match(/^q=(.+)$/)?.[1]).find(Boolean)
      return { language: range.toLowerCase().split('-')[0], weight: Number(weight ?? 1), place }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ language }) => language)
  return [chosen, ...wanted].flatMap((name) => locales.find((locale) => locale === name) ?? [])[0] ?? usual
}
