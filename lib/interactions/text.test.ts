import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { randomFrom, seeded } from '@/lib/testing/random'
import { verifies } from '@/lib/testing/verifies'
import { countCodePoints, findUnstorableText, freeText, idOf, isStorableText, oneLine, slug, UserId } from './text'

const units = [
  'a',
  'é',
  '\u0301',
  '\u{1F600}',
  '\ud83d',
  '\ude00',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
  '\u0000',
  '\uffff',
]

const random = seeded(4_000)
const texts = Array.from({ length: 3_000 }, () =>
  Array.from({ length: random() * 8 }, () => randomFrom(random, units)).join(''),
)

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

verifies('A29', 'a length is the number of code points, as iteration counts them', () => {
  for (const text of texts) expect(countCodePoints(text)).toBe([...text].length)
  expect(countCodePoints('\u{1F600}'.repeat(4_000))).toBe(4_000)
  expect(countCodePoints('e\u0301')).toBe(2)
})

verifies('C30', 'storable is what is well formed and holds no U+0000', () => {
  for (const text of texts) expect(isStorableText(text)).toBe(!text.includes('\u0000') && !hasLoneSurrogate(text))
})

/** By iteration, which yields a lone half as a code point of its own. */
const hasLoneSurrogate = (text: string) => [...text].some((point) => /^[\ud800-\udfff]$/.test(point))

verifies('C30', 'the first text that cannot be stored is named by its path', () => {
  expect(findUnstorableText({ a: [{ b: 'x' }, { b: '\u0000' }] })).toBe('a[1].b')
  expect(findUnstorableText({ a: { '\ud800': 1 } })).toBe('a')
  expect(findUnstorableText('\u0000', 'summary')).toBe('summary')
  expect(findUnstorableText({ a: 'x', b: [1, null, true, 'é'] })).toBeNull()
})

describe('lengths', () => {
  const face = '\u{1F600}'
  for (const [name, make] of Object.entries({ oneLine, freeText })) {
    verifies('A29', `${name} counts code points at both ends`, () => {
      const schema = make(2, 4)
      expect([1, 2, 4, 5].map((count) => accepts(schema, face.repeat(count)))).toEqual([false, true, true, false])
      expect(accepts(make(0, 4), '')).toBe(true)
    })
    verifies('A29 C30', `${name} gives the text back as it was`, () => {
      for (const text of ['e\u0301', '\u00e9', ' outer spaces ', '\ufeff', face]) {
        expect(make(1, 40).parse(text)).toBe(text)
      }
    })
  }
})

verifies('D18.16 C30', 'one line refuses controls, line separators and bidi overrides, and nothing else', () => {
  const line = oneLine(0, 10)
  const refused: number[] = []
  for (let point = 0; point <= 0xffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    if (!accepts(line, `a${String.fromCharCode(point)}b`)) refused.push(point)
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect(refused).toEqual([...range(0, 0x1f), ...range(0x7f, 0x9f), 0x2028, 0x2029, ...range(0x202a, 0x202e)])
})

verifies('C30', 'free text refuses U+0000 and lone surrogates, and nothing else', () => {
  const text = freeText(0, 10)
  const refused: number[] = []
  for (let point = 0; point <= 0xffff; point++) {
    if (!accepts(text, `a${String.fromCharCode(point)}b`)) refused.push(point)
  }
  expect(refused).toHaveLength(1 + 0x800)
  expect(refused.every((point) => point === 0 || (point >= 0xd800 && point <= 0xdfff))).toBe(true)
})

verifies('K26', 'a user id is taken exactly, and refused with outer spaces, controls or a wrong length', () => {
  for (const good of [
    'a',
    'Ada',
    'ada lovelace',
    'é',
    'a@b.c/..%2f',
    "'; DROP",
    'x'.repeat(200),
    '\u{1F600}'.repeat(200),
  ]) {
    expect(UserId.parse(good)).toBe(good)
  }
  const wrong = ['', ' ', ' a', 'a ', '\u00a0a', 'a\u3000', '\ta', 'a\nb', '\u0000', 'x'.repeat(201), 7, null]
  expect(wrong.filter((each) => accepts(UserId, each))).toEqual([])
})

verifies('C33', 'an id is its prefix and 1 to 64 of 0-9a-z', () => {
  const id = idOf('int', 'call')
  const good = ['int_1', 'call_4mz', `int_${'z'.repeat(64)}`, 'int_01m8phmkh7fzr9eyewxv5yz31g']
  expect(good.filter((each) => !accepts(id, each))).toEqual([])
  const wrong = [
    'int',
    'int_',
    'INT_1',
    'int_A',
    `int_${'z'.repeat(65)}`,
    'conv_1',
    ' int_1',
    'int_1\n',
    'int_1 ',
    'xint_1',
    1,
  ]
  expect(wrong.filter((each) => accepts(id, each))).toEqual([])
})

test('a slug is letters, digits, dots, underscores and dashes', () => {
  expect(['a', 'A1', 'google_calendar', 'a.b-c', 'x'.repeat(5)].filter((each) => !accepts(slug(5), each))).toEqual([
    'google_calendar',
  ])
  expect(
    ['', '-a', '.a', '_a', 'a b', 'é', 'a/b', 'a\n', 'x'.repeat(81)].filter((each) => accepts(slug(80), each)),
  ).toEqual([])
})
