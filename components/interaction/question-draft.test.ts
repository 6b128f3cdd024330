import { describe, expect, it } from 'vitest'
import { emptyDraft, toAnswer } from './question-draft'

const options = [
  { label: 'A', description: '' },
  { label: 'B', description: '' },
  { label: 'C', description: '' },
]
const question = (multi_select: boolean, choices = options) => ({
  question: 'Which?',
  header: '',
  options: choices,
  multi_select,
})

describe('what a draft answers', () => {
  it('nothing, while nothing is picked or written', () => {
    expect(toAnswer(question(false), emptyDraft)).toBeNull()
    expect(toAnswer(question(true), { ...emptyDraft, own: '  ' })).toBeNull()
  })

  it('one option, or the own words instead', () => {
    expect(toAnswer(question(false), { ...emptyDraft, picked: ['B'], own: 'old words' })).toBe('B')
    expect(toAnswer(question(false), { picked: ['B'], own: 'mine', isOwnChosen: true })).toBe('mine')
  })

  it('several options in the order they are asked in, and the own words as well', () => {
    expect(toAnswer(question(true), { ...emptyDraft, picked: ['C', 'A'], own: 'mine' })).toBe('A, C, mine')
  })

  it('the own words as they were written, where there are no options', () => {
    expect(toAnswer(question(false, []), { ...emptyDraft, own: ' two\nlines ' })).toBe(' two\nlines ')
  })

  it('no option that the question does not have', () => {
    expect(toAnswer(question(true), { ...emptyDraft, picked: ['gone'] })).toBeNull()
  })
})
