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

/** Whether each letter of a name looks like a Latin one and none is: "раураӏ". */
export function isLatinInDisguise(name: string): boolean {
  const letters = name.match(/\p{L}/gu) ?? []
  if (letters.length === 0 || letters.some((letter) => /\p{Script=Latin}/u.test(letter))) return false
  return /^[\x20-\x7e]+$/.test(unhomoglyph(name.normalize('NFD')))
}

/** Latin text with a letter that is another one in disguise: a full-width or mathematical A, a dotless i for an i. */
export function disguisedWord(name: string): string | null {
  const words = name.match(/\S+/gu) ?? []
  return words.find((word) => /[\u{1d400}-\u{1d7ff}\u{ff21}-\u{ff5a}\u{2100}-\u{214f}]/u.test(word)) ?? null
}
