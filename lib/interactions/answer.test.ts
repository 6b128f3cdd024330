import { describe, expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { type Answer, type AnswerFacts, readAnswer, settle } from './answer'
import { InteractionError } from './errors'
import type { Kind } from './kinds'
import { type Type, types } from './kinds/define'

const question = { question: 'q', header: '', options: [], multi_select: false }
const answers: Record<string, Answer> = {
  yes: { shape: 'approve', approve: true },
  'sure yes': { shape: 'approve', approve: true, present_user: true },
  no: { shape: 'approve', approve: false },
  'no with a note': { shape: 'approve', approve: false, message: 'm' },
  'one answer': { shape: 'answers', answers: ['x'] },
  'two answers': { shape: 'answers', answers: ['x', 'y'] },
  done: { shape: 'done', done: true },
  could_not: { shape: 'could_not', could_not: true },
  not_now: { shape: 'not_now', not_now: true },
  output: { shape: 'output', output: null },
  error: { shape: 'error', error: 'e' },
}

type Item = Parameters<typeof settle>[0]
const item = (type: Type, more: Partial<Item> = {}): Item => ({
  kind: 'custom' as Kind,
  type,
  details: {},
  requires_present_user: false,
  questions: type === 'question' || type === 'handoff' ? [question] : undefined,
  ...more,
})
const calm = { mayVouch: true, hasNonce: false, nonce: 'absent' } as const

function outcome(of: Item, answer: Answer | undefined, facts: AnswerFacts & { hasNonce: boolean } = calm): unknown {
  try {
    return settle(of, answer as Answer, facts)
  } catch (error) {
    if (error instanceof InteractionError) return error.code
    throw error
  }
}

describe('what an answer settles to', () => {
  const misfit = Object.fromEntries(Object.keys(answers).map((name) => [name, 'answer_mismatch']))
  const denied = { decision: 'denied' }
  const tables: { name: string; of: Item; says: Record<string, unknown> }[] = [
    {
      name: 'an approval',
      of: item('approval'),
      says: {
        yes: { decision: 'approved' },
        'sure yes': { decision: 'approved' },
        no: denied,
        'no with a note': { ...denied, message: 'm' },
      },
    },
    {
      name: 'a question',
      of: item('question'),
      says: {
        no: denied,
        'no with a note': { ...denied, message: 'm' },
        'one answer': { decision: 'answered', answers: ['x'] },
        'two answers': 'invalid_answers',
      },
    },
    { name: 'a connection', of: item('connect'), says: { no: denied, 'no with a note': { ...denied, message: 'm' } } },
    {
      name: 'a hand-off',
      of: item('handoff', { details: { asks_for_value: false } }),
      says: {
        done: { decision: 'answered', handoff: 'done' },
        could_not: { ...denied, reason: 'could_not', handoff: 'could_not' },
        not_now: { ...denied, reason: 'not_now', handoff: 'not_now' },
      },
    },
    {
      name: 'a hand-off that asks for a value',
      of: item('handoff', { details: { asks_for_value: true } }),
      says: {
        done: { decision: 'answered', handoff: 'done' },
        could_not: { ...denied, reason: 'could_not', handoff: 'could_not' },
        not_now: { ...denied, reason: 'not_now', handoff: 'not_now' },
        'one answer': { decision: 'answered', answers: ['x'] },
        'two answers': 'invalid_answers',
      },
    },
    {
      name: 'a tool call',
      of: item('tool_call'),
      says: { output: { decision: 'answered', hasOutput: true }, error: { decision: 'answered', error: 'e' } },
    },
  ]
  for (const { name, of, says } of tables) {
    verifies('A6 R61 R62 R64 R65 R66 R67 A9 A10 A37', `${name} by every answer`, () => {
      const settled = Object.fromEntries(Object.entries(answers).map(([label, answer]) => [label, outcome(of, answer)]))
      expect(settled).toEqual({ ...misfit, ...says })
    })
  }

  verifies('A5 R35', 'a read-only kind takes no answer, whatever its type', () => {
    for (const type of types) {
      for (const answer of Object.values(answers)) {
        expect(outcome(item(type, { kind: 'plan_limit' }), answer)).toBe('answer_mismatch')
      }
    }
  })
})

describe('what guards a yes', () => {
  const inPerson = item('approval', { kind: 'hands_approval', requires_present_user: true })
  const withNonce = { mayVouch: true, hasNonce: true, nonce: 'match' } as const
  const said = (more: object): Answer => ({ shape: 'approve', approve: true, nonce: 'n', ...more })

  verifies('R68 R70 R72 D19.13 A12', 'who may vouch, then the present user, then the nonce', () => {
    const sure = said({ present_user: true })
    expect(outcome(inPerson, sure, withNonce)).toEqual({ decision: 'approved' })
    expect(outcome(inPerson, sure, { ...withNonce, nonce: 'absent' })).toBe('nonce_required')
    expect(outcome(inPerson, sure, { ...withNonce, nonce: 'mismatch' })).toBe('nonce_mismatch')
    expect(outcome(inPerson, said({}), { ...withNonce, nonce: 'mismatch' })).toBe('present_user_required')
    expect(outcome(inPerson, said({ present_user: false }), withNonce)).toBe('present_user_required')
    expect(outcome(inPerson, said({}), { mayVouch: false, hasNonce: true, nonce: 'absent' })).toBe('not_their_item')
    expect(outcome(inPerson, sure, { ...withNonce, mayVouch: false })).toBe('not_their_item')
  })

  verifies('R70 A12 K28', 'nothing guards a no', () => {
    const facts = { mayVouch: false, hasNonce: true, nonce: 'mismatch' } as const
    expect(outcome(inPerson, answers.no, facts)).toEqual({ decision: 'denied' })
  })

  verifies('A13 D18.9', 'a nonce where the item has none is a mismatch, with yes and no', () => {
    const stray = { mayVouch: true, hasNonce: false, nonce: 'mismatch' } as const
    for (const approve of [true, false]) {
      expect(outcome(item('approval'), { shape: 'approve', approve, nonce: 'n' }, stray)).toBe('nonce_mismatch')
    }
  })

  verifies('K28', 'who may not vouch still says yes where no present person is needed', () => {
    expect(outcome(item('approval'), answers.yes, { ...calm, mayVouch: false })).toEqual({ decision: 'approved' })
  })
})

verifies('R59 B39 B40', 'of all pairs of shapes none is read', () => {
  const bodies = [
    { approve: true },
    { answers: ['x'] },
    { done: true },
    { could_not: true },
    { not_now: true },
    { output: null },
    { error: 'e' },
  ]
  for (const [index, first] of bodies.entries()) {
    expect(readAnswer(first)).toMatchObject({ shape: Object.keys(first)[0] })
    for (const second of bodies.slice(index + 1)) {
      expect(() => readAnswer({ ...first, ...second })).toThrow('exactly one of')
    }
  }
  expect(() => readAnswer({})).toThrow('exactly one of')
})
