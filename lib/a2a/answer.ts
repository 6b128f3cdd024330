import type { Type } from '@/lib/interactions/interaction'
import type { Item } from '@/lib/interactions/item'
import { invalid, unsupported } from './errors'
import { extensionUri } from './extension'
import type { Message, Part } from './wire'

/** What a message says to an open interaction: by the extension, or in plain parts. */
export type Said =
  | {
      by: 'extension'
      interactionId: string
      hasApproved: boolean
      approved?: unknown
      hasValue: boolean
      value?: unknown
    }
  | { by: 'parts'; text: string | null; hasData: boolean; data?: unknown }

/** What a said answer comes to: a REST answer's body, or word that an app is connected (A43). */
export type Meant = { body: Record<string, unknown> } | { connected: true }

const noteLength = 500
const field = 'message.metadata'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a message lists the extension itself, which activates it for this request (N10). */
export const listsExtension = (message: Message) => message.extensions?.includes(extensionUri) === true

/** @throws INVALID_PARAMS when it claims to answer by the extension and does not */
export function readSaid(message: Message, isActive: boolean): Said {
  const answer = message.metadata?.[extensionUri]
  if (!isActive || answer === undefined) return { by: 'parts', ...partsOf(message.parts) }
  if (!isObject(answer)) throw invalid(field, `${field}: must be an object under the extension.`)
  const { interactionId } = answer
  if (typeof interactionId !== 'string' || interactionId === '') {
    throw invalid(field, `${field}: interactionId must name the interaction that is answered.`)
  }
  assertConsistent(answer, message.parts)
  return {
    by: 'extension',
    interactionId,
    hasApproved: Object.hasOwn(answer, 'approved'),
    approved: answer.approved,
    hasValue: Object.hasOwn(answer, 'value'),
    value: answer.value,
  }
}

function partsOf(parts: readonly Part[]) {
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const data = parts.find((part) => Object.hasOwn(part, 'data'))
  return {
    text: texts.length > 0 ? texts.join('\n') : null,
    hasData: data !== undefined,
    ...(data && { data: data.data }),
  }
}

/** A data part may repeat the answer, and must not say another one. */
function assertConsistent(answer: Record<string, unknown>, parts: readonly Part[]) {
  for (const { data } of parts) {
    if (!isObject(data)) continue
    for (const name of ['approved', 'value', 'interactionId'] as const) {
      if (
        Object.hasOwn(data, name) &&
        Object.hasOwn(answer, name) &&
        JSON.stringify(data[name]) !== JSON.stringify(answer[name])
      ) {
        throw invalid(field, `${field}: says another ${name} than the data part.`)
      }
    }
  }
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** The answer of an approval is its `approved`, or a boolean `value` (N11). */
function approvedOf(said: Said & { by: 'extension' }): boolean {
  const approved = said.hasApproved ? said.approved : said.value
  if (typeof approved === 'boolean') return approved
  throw invalid(field, `${field}: approved must be true or false.`)
}

/** The answer of a question or a connection is its `value`, or `approved` read as one (N12, N13). */
function saidValueOf(said: Said & { by: 'extension' }): unknown {
  if (said.hasValue) return said.value
  if (said.hasApproved) return said.approved
  throw invalid(field, `${field}: value is required.`)
}

function toAnswers(item: Item, value: unknown): string[] {
  const questions = item.questions ?? []
  const [first] = questions
  if (questions.length === 1) {
    if (typeof value === 'string') return [value]
    const arePicks = first?.multi_select && Array.isArray(value) && value.every((pick) => typeof pick === 'string')
    return [arePicks ? value.join(', ') : JSON.stringify(value)]
  }
  if (Array.isArray(value) && value.length === questions.length && value.every((each) => typeof each === 'string')) {
    return value
  }
  const lines = typeof value === 'string' ? value.split('\n').filter((line) => line.trim() !== '') : []
  if (lines.length === questions.length) return lines
  throw invalid('message', `message: answer the ${questions.length} questions in order, one string or one line each.`)
}

const handoffWords = {
  done: 'done',
  'could not': 'could_not',
  could_not: 'could_not',
  'not now': 'not_now',
  not_now: 'not_now',
} as const

function toHandoffBody(item: Item, value: unknown): Record<string, unknown> {
  if (isObject(value)) {
    const [name, ...more] = Object.keys(value)
    const isWord = name === 'done' || name === 'could_not' || name === 'not_now'
    if (more.length === 0 && isWord && value[name] === true) return { [name]: true }
    if (more.length === 0 && name === 'answers') return { answers: value.answers }
  }
  if (typeof value === 'string') {
    if (item.details.asks_for_value === true) return { answers: toAnswers(item, value) }
    const word = handoffWords[value.trim().toLowerCase() as keyof typeof handoffWords]
    if (word) return { [word]: true }
  }
  throw invalid(
    'message',
    'message: a hand-off takes {"done": true}, {"could_not": true} or {"not_now": true}, or the value it asks for.',
  )
}

const isConnected = (value: unknown) => value === true || (isObject(value) && value.connected === true)

function plainValue(said: Said & { by: 'parts' }): unknown {
  if (said.text !== null) return said.text
  if (said.hasData) return said.data
  throw invalid('message.parts', 'message.parts: answer with a text or data part.')
}

interface Reading {
  byExtension(item: Item, said: Said & { by: 'extension' }, message: Message): Meant
  byParts(item: Item, said: Said & { by: 'parts' }): Meant
}

/** How each type is answered over A2A. Text never approves, and never connects or declines (N8). */
const readings = {
  approval: {
    byExtension(_item, said, message) {
      const approve = approvedOf(said)
      const note = approve ? null : partsOf(message.parts).text
      return { body: { approve, ...(note && { message: cut(note, noteLength) }) } }
    },
    byParts() {
      throw unsupported(
        'This task waits for an approval, which no text can give. Answer through the interactions extension or in the inbox.',
      )
    },
  },
  question: {
    byExtension: (item, said) => ({ body: { answers: toAnswers(item, saidValueOf(said)) } }),
    byParts: (item, said) => ({ body: { answers: toAnswers(item, plainValue(said)) } }),
  },
  handoff: {
    byExtension: (item, said) => ({ body: toHandoffBody(item, saidValueOf(said)) }),
    byParts: (item, said) => ({ body: toHandoffBody(item, plainValue(said)) }),
  },
  connect: {
    byExtension: (_item, said) => (isConnected(saidValueOf(said)) ? { connected: true } : { body: { approve: false } }),
    byParts() {
      throw unsupported(
        'This task waits for an app to be connected, which no text can say. Answer through the interactions extension.',
      )
    },
  },
  tool_call: {
    byExtension() {
      throw unsupported('A tool call is answered over REST.')
    },
    byParts() {
      throw unsupported('A tool call is answered over REST.')
    },
  },
} as const satisfies Record<Type, Reading>

/** @throws INVALID_PARAMS for a bad form, UNSUPPORTED_OPERATION for words that may not answer this */
export function readMeant(item: Item, said: Said, message: Message): Meant {
  const reading: Reading = readings[item.type]
  return said.by === 'extension' ? reading.byExtension(item, said, message) : reading.byParts(item, said)
}
