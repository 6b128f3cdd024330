import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect } from 'vitest'
import { locales } from '@/lib/locales'
import { verifies } from '@/lib/testing/verifies'
import { catalogues } from './catalogues'

/** Every text by its whole name. */
function textsOf(catalogue: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...textsOf(value, `${path}${key}.`)],
    ),
  )
}

/** What a text is given, each with the way it is used: a name, a number, a plural, a tag. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const own = `${TYPE[element.type]} ${element.value}`
    if (element.type === TYPE.tag) return [own, ...argumentsOf(element.children)]
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [own]
    return [own, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))]
  })
}

const unique = (text: string | undefined) => [...new Set(argumentsOf(parse(text ?? '')))].sort()

const english = textsOf(catalogues.en)

verifies('F20', 'every language has every text, and gives each what the English one is given', () => {
  for (const locale of locales) {
    const texts = textsOf(catalogues[locale])
    expect([...texts.keys()].sort(), locale).toEqual([...english.keys()].sort())
    const differing = [...english].filter(([key, text]) => unique(text).join() !== unique(texts.get(key)).join())
    expect(differing.map(([key]) => `${locale} ${key}`)).toEqual([])
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  }
})

verifies('F20', 'no sentence is left in English', () => {
  const hasWords = (text: string) => /\p{L}{3,}\s+\p{L}{3,}/u.test(text.replaceAll(/[{<][^}>]*[}>]/g, ''))
  const same = [...textsOf(catalogues.de)].filter(([key, text]) => text === english.get(key) && hasWords(text))
  expect(same).toEqual([])
})
