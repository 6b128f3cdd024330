import { InteractionError } from './errors'
import { findUnstorableText } from './text'

const maxDepth = 64
const maxValues = 100_000

/** A JSON object as it was sent: its value, and the text behind it where the value would lose something (C31). */
export interface JsonObject {
  value: Record<string, unknown>
  /** The text of a top-level member, byte for byte. */
  rawMember(name: string): string | undefined
  /** One text for every spelling of the same object: sorted keys, no spaces, exact numbers. */
  canonical(omitting?: readonly string[]): string
  canonicalMember(name: string): string | undefined
  /** The value with every number that a double would change as the text of its digits, for showing. */
  shownMember(name: string): unknown
}

interface Span {
  start: number
  end: number
}

/**
 * Reads a request body strictly: an object at the root, no duplicate keys at any depth, at most 64 deep and 100,000
 * values (C29), no text that cannot be stored outside the members named in `exempt` (C30).
 * @throws invalid_json, invalid_request (root is no object), invalid_text
 */
export function readJsonObject(text: string, exempt: readonly string[] = []): JsonObject {
  let value: unknown
  assertNotTooDeep(text)
  try {
    value = JSON.parse(text)
  } catch {
    throw new InteractionError('invalid_json', 'The body is not valid JSON.')
  }
  const members = scan(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InteractionError('invalid_request', 'The body must be a JSON object.')
  }
  const object = value as Record<string, unknown>
  assertStorable(text, object, exempt)
  const slice = (name: string) => {
    const span = members.get(name)
    return span && text.slice(span.start, span.end)
  }
  return {
    value: object,
    rawMember: slice,
    shownMember: (name) => {
      const raw = slice(name)
      return raw === undefined ? undefined : JSON.parse(quoteInexactNumbers(raw))
    },
    canonicalMember: (name) => {
      const raw = slice(name)
      return raw === undefined ? undefined : canonicalize(raw)
    },
    canonical: (omitting = []) => {
      const kept = [...members.keys()].filter((name) => !omitting.includes(name)).sort()
      return `{${kept.map((name) => `${JSON.stringify(name)}:${canonicalize(slice(name) ?? '')}`).join(',')}}`
    },
  }
}

/** The same for a value that arrived parsed, as from MCP. */
export function toJsonObject(value: Record<string, unknown>, exempt: readonly string[] = []): JsonObject {
  return readJsonObject(JSON.stringify(value), exempt)
}

function assertStorable(text: string, object: Record<string, unknown>, exempt: readonly string[]) {
  // The text was decoded from valid UTF-8, so only an escape can have made such a character.
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(text)) return
  for (const [name, member] of Object.entries(object)) {
    if (exempt.includes(name)) continue
    const found = findUnstorableText(name, name) ?? findUnstorableText(member, name)
    if (found !== null) {
      throw new InteractionError('invalid_text', `${found}: must not hold U+0000 or a lone surrogate.`, {
        param: found,
      })
    }
  }
}

/** Before the parser sees it: a depth bomb must cost no more than one pass. */
function assertNotTooDeep(text: string) {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) at = endOfString(text, at) - 1
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxDepth) throw new InteractionError('invalid_json', `The body is nested deeper than ${maxDepth}.`)
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
}

/** The index after the closing quote of the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

const isSpace = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function keyAt(text: string, start: number, end: number): string {
  const literal = text.slice(start, end)
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}

/** Walks valid JSON once: refuses duplicate keys and too many values, and notes where each top-level member lies. */
function scan(text: string): Map<string, Span> {
  const members = new Map<string, Span>()
  let values = 0

  function walk(start: number, depth: number): number {
    if (++values > maxValues) {
      throw new InteractionError('invalid_json', `The body holds more than ${maxValues} values.`)
    }
    const unit = text.charCodeAt(start)
    if (unit === 0x22) return endOfString(text, start)
    if (unit === 0x7b) return walkObject(start, depth)
    if (unit === 0x5b) return walkArray(start, depth)
    return endOfWord(text, start)
  }

  function walkObject(start: number, depth: number): number {
    const keys = new Set<string>()
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== 0x7d) {
      const keyEnd = endOfString(text, at)
      const key = keyAt(text, at, keyEnd)
      if (keys.has(key)) {
        throw new InteractionError('invalid_json', `The key ${JSON.stringify(key)} appears twice in one object.`)
      }
      keys.add(key)
      const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
      const valueEnd = walk(valueStart, depth + 1)
      if (depth === 1) members.set(key, { start: valueStart, end: valueEnd })
      at = skipSpace(text, valueEnd)
      if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
    }
    return at + 1
  }

  function walkArray(start: number, depth: number): number {
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== 0x5d) {
      at = skipSpace(text, walk(at, depth + 1))
      if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
    }
    return at + 1
  }

  walk(skipSpace(text, 0), 1)
  return members
}

/** RFC 8785 where a double holds the number exactly; a number that it would change keeps its digits. */
function canonicalize(text: string): string {
  let at = 0

  function value(): string {
    at = skipSpace(text, at)
    const unit = text.charCodeAt(at)
    if (unit === 0x7b) return object()
    if (unit === 0x5b) return array()
    const start = at
    at = unit === 0x22 ? endOfString(text, at) : endOfWord(text, at)
    const literal = text.slice(start, at)
    const parsed = JSON.parse(literal) as unknown
    return typeof parsed === 'number' ? canonicalNumber(literal, parsed) : JSON.stringify(parsed)
  }

  function array(): string {
    const parts: string[] = []
    at = skipSpace(text, at + 1)
    while (text.charCodeAt(at) !== 0x5d) {
      parts.push(value())
      skipComma()
    }
    at++
    return `[${parts.join(',')}]`
  }

  function object(): string {
    const entries: [string, string][] = []
    at = skipSpace(text, at + 1)
    while (text.charCodeAt(at) !== 0x7d) {
      const keyEnd = endOfString(text, at)
      const key = keyAt(text, at, keyEnd)
      at = skipSpace(text, keyEnd) + 1
      entries.push([key, value()])
      skipComma()
    }
    at++
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${entry}`).join(',')}}`
  }

  function skipComma() {
    at = skipSpace(text, at)
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
  }

  return value()
}

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && !',]}'.includes(text[end] as string) && !isSpace(text.charCodeAt(end))) end++
  return end
}

/** The same JSON text, with the numbers that a double would change as strings. */
function quoteInexactNumbers(text: string): string {
  let quoted = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) {
      at = endOfString(text, at) - 1
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const end = endOfWord(text, at)
      const literal = text.slice(at, end)
      if (!isExactNumber(literal, Number(literal))) {
        quoted += `${text.slice(copied, at)}"${literal}"`
        copied = end
      }
      at = end - 1
    }
  }
  return quoted + text.slice(copied)
}

function canonicalNumber(literal: string, value: number): string {
  return isExactNumber(literal, value) ? JSON.stringify(value) : literal
}

/** Up to 15 digits that matter, and no under- or overflow, a double gives back the decimal it was made from. */
function isExactNumber(literal: string, value: number): boolean {
  const digits = literal
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  return digits === '' || (digits.length <= 15 && Math.abs(value) > 1e-300 && Number.isFinite(value))
}
