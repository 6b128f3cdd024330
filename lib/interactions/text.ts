import { z } from 'zod'

/** Unicode code points, the unit of every length limit (contract A29). */
export function countCodePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) i++
    }
    count++
  }
  return count
}

// C0, C1, line and paragraph separators, and the bidi embeddings and overrides (decisions D18.16).
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const notOneLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** U+0000 and lone surrogates, which no database text can hold (contract C30). */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && !loneSurrogate.test(text)
}

/** The path of the first string, key or value, that cannot be stored, or null (contract C30). */
export function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = findUnstorableText(entry, `${path}[${index}]`)
      if (found !== null) return found
    }
    return null
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      if (!isStorableText(key)) return path
      const found = findUnstorableText(entry, path ? `${path}.${key}` : key)
      if (found !== null) return found
    }
  }
  return null
}

/** A moment in ISO 8601, with its zone. */
export const Moment = z.iso.datetime({
  offset: true,
  error: 'must be a time with its zone, such as 2026-11-30T14:05:00Z',
})

function bounded(min: number, max: number, check: (text: string) => string | null) {
  return z
    .string()
    .superRefine((text, ctx) => {
      const length = countCodePoints(text)
      if (length < min || length > max) {
        const rule = min === 0 ? `at most ${max}` : `${min} to ${max}`
        ctx.addIssue({ code: 'custom', message: `must be ${rule} characters long, and has ${length}` })
      }
      const fault = isStorableText(text) ? check(text) : 'must not hold U+0000 or a lone surrogate'
      if (fault !== null) ctx.addIssue({ code: 'custom', message: fault, params: { code: 'invalid_text' } })
    })
    .meta({ minLength: min, maxLength: max })
}

/** Text of one line: no control characters, no bidi embeddings or overrides. Lengths in code points. */
export function oneLine(min: number, max: number) {
  return bounded(min, max, (text) =>
    notOneLine.test(text) ? 'must be one line without control or bidi override characters' : null,
  )
}

/** Text of any number of lines. Lengths in code points. */
export function freeText(min: number, max: number) {
  return bounded(min, max, () => null)
}

/** A short machine name: letters, digits, `.`, `_`, `-`. */
export function slug(max: number) {
  return z.string().regex(new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${max - 1}}$`), {
    error: `must be 1 to ${max} letters, digits, ".", "_" or "-", starting with a letter or digit`,
  })
}

/** The integrator's own id for a user: compared exactly, never trimmed (contract K26). */
export const UserId = oneLine(1, 200).refine((id) => id.trim() === id, {
  error: 'must not begin or end with a space',
})

/** An id of ours in its lookup form: prefix and 1 to 64 of `0-9a-z` (contract C33). */
export function idOf(...prefixes: string[]) {
  return z.string().regex(new RegExp(`^(?:${prefixes.join('|')})_[0-9a-z]{1,64}$`), {
    error: `must be an id that starts with ${prefixes.map((prefix) => `${prefix}_`).join(' or ')}`,
  })
}
