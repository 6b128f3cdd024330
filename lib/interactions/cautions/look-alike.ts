import unhomoglyph from 'unhomoglyph'

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Cherokee',
  'Coptic',
  'Lisu',
  'Canadian_Aboriginal',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
] as const
const isOf = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const)

/** Written together in Chinese, Japanese and Korean, also with Latin letters (UTS 39, 5.2). */
const together = new Set<string>(['Latin', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'])

/** The first word whose letters come from scripts that nobody writes in one word, such as a Latin one with a Cyrillic а. */
export function mixedScriptWord(name: string): string | null {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (
    words.find((word) => {
      const used = isOf.filter(([, pattern]) => pattern.test(word)).map(([script]) => script)
      return used.length > 1 && !used.every((script) => together.has(script))
    }) ?? null
  )
}

/** How a name is read by somebody who takes each letter for the Latin one it looks like; null for what is no such name. */
export function latinLookAlike(name: string): string | null {
  const letters = name.match(/\p{L}/gu) ?? []
  if (letters.length === 0 || letters.some((letter) => /\p{Script=Latin}/u.test(letter))) return null
  const skeleton = unhomoglyph(name.normalize('NFD'))
  return /^[\x20-\x7e]+$/.test(skeleton) ? skeleton : null
}

/** Latin text with a letter that is another one in disguise: a full-width or mathematical A, a dotless i for an i. */
export function disguisedWord(name: string): string | null {
  const words = name.match(/\S+/gu) ?? []
  return words.find((word) => /[\u{1d400}-\u{1d7ff}\u{ff21}-\u{ff5a}\u{2100}-\u{214f}]/u.test(word)) ?? null
}
