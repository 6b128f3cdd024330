import type { Question } from '@/lib/interactions/facts'

/** What a person has picked and written for one question, before it is an answer. */
export interface QuestionDraft {
  picked: string[]
  own: string
  /** Whether the own words count. With several picks they count as soon as there are any. */
  isOwnChosen: boolean
}

export const emptyDraft: QuestionDraft = { picked: [], own: '', isOwnChosen: false }

export const maxAnswerCharacters = 4000

/** The one string that answers a question; several picks are joined by ", ". Null while there is none. */
export function toAnswer(question: Question, draft: QuestionDraft): string | null {
  const own = draft.own.trim() === '' ? [] : [draft.own]
  if (question.options.length === 0) return own[0] ?? null
  // The order is that of the options, whatever was picked first.
  const picked = question.options.map((option) => option.label).filter((label) => draft.picked.includes(label))
  const parts = question.multi_select ? [...picked, ...own] : draft.isOwnChosen ? own : picked
  return parts.length === 0 ? null : parts.join(', ')
}
