import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { chance, type Random, randomFrom, seeded } from '@/lib/testing/random'
import { verifies } from '@/lib/testing/verifies'
import { InteractionError } from './errors'
import { readJsonObject, toJsonObject } from './json-text'

type Json = null | boolean | string | number | Json[] | { [key: string]: Json }

const words = [
  '',
  'a',
  'approve',
  '__proto__',
  'constructor',
  'toString',
  'é',
  'e\u0301',
  '\u{1F600}',
  '"',
  '\\',
  '\n',
  '\u0000',
  '\ud800',
  '{',
  '[',
  ']',
  '}',
  ',',
  ':',
  '0',
]
const numbers = [0, -1, 1, 42, 0.1, -2.5, 1e15, 123456.789, 1e-7, 2 ** 40]

function randomJson(random: Random, depth: number): Json {
  const pick = random()
  if (depth > 0 && pick < 0.25) return Array.from({ length: random() * 5 }, () => randomJson(random, depth - 1))
  if (depth > 0 && pick < 0.6) return randomObject(random, depth - 1)
  if (pick < 0.75) return randomFrom(random, words) + randomFrom(random, words)
  if (pick < 0.9) return randomFrom(random, numbers)
  return randomFrom(random, [null, true, false])
}

function randomObject(random: Random, depth: number): { [key: string]: Json } {
  const entries = Array.from({ length: random() * 6 }, (): [string, Json] => [
    randomFrom(random, words) + randomFrom(random, words),
    randomJson(random, depth),
  ])
  return Object.fromEntries(entries)
}

const space = (random: Random) => (chance(random, 0.3) ? randomFrom(random, [' ', '\n', '\t', '\r', '  \n']) : '')

function spellString(random: Random, text: string): string {
  if (chance(random, 0.5)) return JSON.stringify(text)
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const toEscape = (unit: number) => {
    const hex = unit.toString(16).padStart(4, '0')
    return `\\u${chance(random, 0.5) ? hex.toUpperCase() : hex}`
  }
  return `"${units.map(toEscape).join('')}"`
}

/** One of many texts of a value: keys in any order, any spaces, any escapes. */
function spell(random: Random, value: Json): string {
  const around = (text: string) => `${space(random)}${text}${space(random)}`
  if (typeof value === 'string') return around(spellString(random, value))
  if (Array.isArray(value)) return around(`[${value.map((each) => spell(random, each)).join(',') || space(random)}]`)
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .map(([key, each]) => ({ key, each, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ key, each }) => `${around(spellString(random, key))}:${spell(random, each)}`)
    return around(`{${members.join(',') || space(random)}}`)
  }
  return around(JSON.stringify(value))
}

function codeOf(run: () => unknown): string {
  try {
    run()
    return 'accepted'
  } catch (error) {
    if (error instanceof InteractionError) return error.code
    throw error
  }
}

/** Everything is exempt: what may be stored is another test. */
const read = (text: string) => readJsonObject(text, topLevelNames(text))
function topLevelNames(text: string): string[] {
  try {
    return Object.keys(JSON.parse(text))
  } catch {
    return []
  }
}

const documents = 3_000

describe('any JSON object', () => {
  const random = seeded(20_261_130)
  const samples = Array.from({ length: documents }, () => {
    const value = randomObject(random, 4)
    return { value, text: spell(random, value), other: spell(random, value) }
  })
  const storable = samples.filter(({ text }) => codeOf(() => readJsonObject(text)) === 'accepted')

  test('the samples are many and varied', () => {
    expect(new Set(samples.map(({ text }) => text)).size).toBeGreaterThan(documents * 0.8)
    expect(storable.length).toBeGreaterThan(500)
    expect(storable.length).toBeLessThan(documents)
  })

  verifies('C29 R5', 'is read as JSON.parse reads it', () => {
    for (const { text } of storable) expect(readJsonObject(text).value).toEqual(JSON.parse(text))
  })

  verifies('C31 B76', 'gives each member as the exact piece of its text', () => {
    for (const { text, value } of storable) {
      const object = readJsonObject(text)
      for (const [name, member] of Object.entries(value)) {
        const raw = object.rawMember(name) ?? 'missing'
        expect(text).toContain(raw)
        expect(raw.trim()).toBe(raw)
        expect(JSON.parse(raw)).toEqual(member)
      }
      expect(object.rawMember('not a member')).toBeUndefined()
    }
  })

  verifies('C12 B82', 'has one canonical text for all its spellings, that of RFC 8785', () => {
    for (const { text, other, value } of storable) {
      const canonical = readJsonObject(text).canonical()
      expect(readJsonObject(other).canonical()).toBe(canonical)
      expect(canonical).toBe(canonicalize(value))
      expect(toJsonObject(value).canonical()).toBe(canonical)
      for (const name of Object.keys(value)) {
        expect(readJsonObject(text).canonicalMember(name)).toBe(canonicalize(value[name]))
        const { [name]: _, ...rest } = value
        expect(readJsonObject(text).canonical([name])).toBe(canonicalize(rest))
      }
    }
  })

  verifies(
    'C29 B33',
    'that is damaged at one place is refused exactly when JSON.parse refuses it, or for a duplicate key',
    () => {
      const damage = seeded(7)
      const marks = ['', ',', ':', '"', '\\', '{', '}', '[', ']', '0', 'e', '-', '.', ' ', '\u0000', '\ufeff']
      let refused = 0
      for (const { text } of samples) {
        const at = Math.floor(damage() * (text.length + 1))
        const broken = text.slice(0, at) + randomFrom(damage, marks) + text.slice(at + (chance(damage, 0.5) ? 1 : 0))
        const code = codeOf(() => readJsonObject(broken))
        let expected: unknown
        try {
          expected = JSON.parse(broken)
        } catch {
          expect([broken, code]).toEqual([broken, 'invalid_json'])
          refused++
          continue
        }
        if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
          expect(['invalid_request', 'invalid_json']).toContain(code)
        } else if (code === 'accepted') expect(readJsonObject(broken).value).toEqual(expected)
        else expect(['invalid_json', 'invalid_text']).toContain(code)
      }
      expect(refused).toBeGreaterThan(documents / 4)
    },
  )

  verifies('C29 B34', 'with a key twice in any of its objects is refused, however the second is spelt', () => {
    const place = seeded(11)
    let spoilt = 0
    for (const { value } of samples) {
      const keys = Object.keys(value)
      if (keys.length === 0) continue
      const key = randomFrom(place, keys)
      const inner = JSON.stringify(value).replace(/\}$/, `,${spellString(place, key)}:1}`)
      const nested = `{"outer":[{"x":${inner}}]}`
      for (const text of [inner, nested]) {
        expect([text, codeOf(() => read(text))]).toEqual([text, 'invalid_json'])
      }
      spoilt++
    }
    expect(spoilt).toBeGreaterThan(documents / 2)
  })

  verifies('C30 B66 B67', 'with a text that cannot be stored is refused, unless its member is exempt', () => {
    for (const { text, value } of samples) {
      const isStorable = (part: unknown) => {
        const all = JSON.stringify(part)
        return !/\\u0000|\\ud[89a-f]/.test(all)
      }
      const expected = isStorable(value) ? 'accepted' : 'invalid_text'
      expect([text, codeOf(() => readJsonObject(text))]).toEqual([text, expected])
    }
  })
})

describe('the bounds', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

  verifies('C29 B37 D18.14', 'depth 64 is read and 65 is not, the root being 1', () => {
    expect(codeOf(() => readJsonObject(nested(64)))).toBe('accepted')
    expect(codeOf(() => readJsonObject(nested(65)))).toBe('invalid_json')
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect(codeOf(() => readJsonObject(objects(64)))).toBe('accepted')
    expect(codeOf(() => readJsonObject(objects(65)))).toBe('invalid_json')
  })

  verifies('C29 B37', 'brackets in strings are no depth', () => {
    for (const text of ['[', '{', '"[', '\\"[', '\\\\"[']) {
      const value = { [text.repeat(200)]: text.repeat(200) }
      expect(readJsonObject(JSON.stringify(value)).value).toEqual(value)
    }
  })

  verifies('C29 B37', '100,000 values are read and one more is not, the root being one', () => {
    const many = (values: number) => `{"a":[${'0,'.repeat(values - 3)}0]}`
    expect(codeOf(() => readJsonObject(many(100_000)))).toBe('accepted')
    expect(codeOf(() => readJsonObject(many(100_001)))).toBe('invalid_json')
  })

  verifies('C29 B32', 'a root that is no object is refused as such', () => {
    for (const text of ['null', 'true', '0', '"a"', '[]', ' [{}] ']) {
      expect(codeOf(() => readJsonObject(text))).toBe('invalid_request')
    }
  })

  verifies('C30 B66', 'an exempt member may hold anything, its neighbours may not', () => {
    const text = '{"output":{"\\u0000":"\\ud800"},"b":"x"}'
    expect(codeOf(() => readJsonObject(text, ['output']))).toBe('accepted')
    expect(codeOf(() => readJsonObject(text, ['b']))).toBe('invalid_text')
    expect(codeOf(() => readJsonObject('{"output":1,"\\u0000":1}', ['output']))).toBe('invalid_text')
    expect(codeOf(() => readJsonObject('{"a":"\\ud83d\\ude00 \\\\u0000"}'))).toBe('accepted')
  })
})

describe('numbers', () => {
  /** A decimal as an integer and a power of ten, so that texts of equal numbers are equal. */
  function exact(literal: string): string {
    const [, sign = '', whole = '', part = '', exponent = '0'] =
      literal.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/) ?? []
    const digits = `${whole}${part}`.replace(/^0+/, '')
    const significant = digits.replace(/0+$/, '')
    if (significant === '') return '0'
    return `${sign}${significant}e${Number(exponent) - part.length + (digits.length - significant.length)}`
  }
  const canonicalOf = (literal: string) => readJsonObject(`{"n":${literal}}`).canonicalMember('n')

  verifies('D19.12 C12', 'canonical texts are equal only of equal numbers, whatever their size', () => {
    const random = seeded(99)
    const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
    const literals = Array.from({ length: 2_000 }, () => {
      const whole = chance(random, 0.3) ? '0' : `${1 + Math.floor(random() * 9)}${digits(random() * 20)}`
      const part = chance(random, 0.5) ? `.${digits(1 + random() * 20)}` : ''
      const exponent = chance(random, 0.3) ? `e${randomFrom(random, ['', '+', '-'])}${Math.floor(random() * 400)}` : ''
      return `${chance(random, 0.3) ? '-' : ''}${whole}${part}${exponent}`
    })
    const near = literals.flatMap((literal) => [
      literal,
      literal.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`),
    ])
    const byCanonical = new Map<string, string>()
    for (const literal of near) {
      const canonical = canonicalOf(literal) ?? ''
      const known = byCanonical.get(canonical)
      if (known !== undefined) expect([known, literal, exact(literal)]).toEqual([known, literal, exact(known)])
      byCanonical.set(canonical, literal)
      expect(exact(canonical)).toBe(exact(literal))
    }
  })

  verifies('C12', 'short numbers have one canonical text for all their spellings', () => {
    const same = [
      ['1', '1.0', '1e0', '10e-1', '0.1e1', '1.000E+0'],
      ['0', '-0', '0.0', '0e9', '-0.000E-5'],
      ['-1500', '-1.5e3', '-15E2', '-1500.00'],
      ['0.000001', '1e-6', '0.1e-5'],
      ['123456789012345', '1.23456789012345e14', '123456789012345.0'],
    ]
    for (const spellings of same) expect(new Set(spellings.map(canonicalOf)).size).toBe(1)
  })
})
