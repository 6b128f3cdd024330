import { describe, expect } from 'vitest'
import { types } from '@/lib/interactions/kinds/define'
import { verifies } from '@/lib/testing/verifies'
import { canBeTakenBack } from './held-answers'

describe('an answer that can be taken back', () => {
  verifies('L3', 'a no and a person’s own words', () => {
    for (const type of types) {
      expect(canBeTakenBack(type, { approve: false })).toBe(true)
      expect(canBeTakenBack(type, { approve: false, message: 'Not today' })).toBe(true)
    }
    expect(canBeTakenBack('question', { answers: ['Blue'] })).toBe(true)
    expect(canBeTakenBack('handoff', { could_not: true })).toBe(true)
    expect(canBeTakenBack('handoff', { not_now: true })).toBe(true)
  })

  verifies('L3', 'never a yes, a value that is kept nowhere, or a result', () => {
    for (const type of types) {
      expect(canBeTakenBack(type, { approve: true })).toBe(false)
      expect(canBeTakenBack(type, { approve: true, present_user: true })).toBe(false)
      expect(canBeTakenBack(type, '{"output":1}')).toBe(false)
    }
    expect(canBeTakenBack('handoff', { answers: ['482913'] })).toBe(false)
    expect(canBeTakenBack('handoff', { done: true })).toBe(false)
    expect(canBeTakenBack('tool_call', { error: 'It failed' })).toBe(false)
  })
})
