import { describe, expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { revealHidden } from './hidden-characters'

const shown = (text: string) =>
  revealHidden(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.hidden}]`))
    .join('')

describe('hidden characters are shown', () => {
  for (const [name, text, count] of [
    ['bidi controls', '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', 12],
    ['zero width and default ignorable ones', '\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\u115f', 9],
    ['controls', '\u0000\u0007\u001b\u007f\u0085\r', 6],
    ['separators', '\u2028\u2029', 2],
    ['tags', '\u{e0041}\u{e007f}', 2],
    ['private use, unassigned, half a pair', '\ue000\u{10fffd}\u0378\ud800', 4],
  ] as const) {
    verifies('S27', name, () => {
      const pieces = revealHidden(`a${text}z`)
      expect(pieces.filter((piece) => 'hidden' in piece)).toHaveLength(count)
      expect(shown(`a${text}z`)).toMatch(/^a(\[U\+[0-9A-F]{4,6}\])+z$/)
    })
  }

  verifies('S27', 'a run of eight white spaces is counted, a shorter one is left', () => {
    expect(shown(`a${' '.repeat(8)}b`)).toBe('a[␣×8]b')
    expect(shown(`a${' '.repeat(7)}b`)).toBe(`a${' '.repeat(7)}b`)
  })

  verifies('S27', 'line breaks, tabs and other scripts are left alone', () => {
    const text = 'one\n\ttwo – שלום 你好 ἀβγ'
    expect(shown(text)).toBe(text)
  })

  verifies('S27', 'a joiner or selector inside an emoji is part of its picture, anywhere else it is not', () => {
    const family = '👩‍👩‍👧 👍🏽 ❤️ 1️⃣'
    expect(shown(family)).toBe(family)
    expect(shown('a\u200d👩')).toBe('a[U+200D]👩')
    expect(shown('a\ufe0f')).toBe('a[U+FE0F]')
    expect(shown('1\ufe0f')).toBe('1[U+FE0F]')
  })
})
