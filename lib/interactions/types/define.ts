import type { Answer } from '@/lib/interactions/answer'
import { InteractionError } from '@/lib/interactions/errors'
import type { Interaction } from '@/lib/interactions/interaction'
import type { Decision } from '@/lib/interactions/status'

export const answerShapes = ['approve', 'answers', 'done', 'could_not', 'not_now', 'output', 'error'] as const
export type Shape = (typeof answerShapes)[number]

/** How an answer ends an item: the public outcome, and what only the asker may read (A6, A32, K20). */
export interface Settlement {
  decision: Exclude<Decision, 'cancelled' | 'expired'>
  answers?: string[]
  reason?: string
  message?: string
  handoff?: 'done' | 'could_not' | 'not_now'
  /** Set when the tool returned an output; its text is kept outside, byte for byte (C31). */
  hasOutput?: true
  error?: string
}

export interface TypeSpec {
  /** The status word of the answer response (R80). */
  answeredStatus(settlement: Settlement): 'resolved' | 'completed' | 'failed'
  /** Whether the answers may be seen in the outcome; a hand-off's are for the asker alone (A32). */
  answersArePublic: boolean
  idPrefix: 'int' | 'call'
  /** Seconds until it expires when neither asker nor kind says (K4). */
  expiresInSeconds: number
  /** Whether it is answered by a yes, which alone can need a present person (K38). */
  takesYes: boolean
  /** Whether it opens a task when the asker names none (K13). */
  opensTask: boolean
  /** Whether a picture may come with it (R45). */
  hasFrame: boolean
  /** Whether an agent's task can wait on it over A2A (A44). */
  isShownOverA2a: boolean
  /** Whether people are told that it waits; a tool call is for programs (D19.14). */
  tellsPeople: boolean
  /** The answer that says no in one step; null where there is none. */
  refusal: { approve: false } | { not_now: true } | null
  /** What the agent hears of its end in words, where the protocol has some (N19). */
  told?(item: { decision: Decision | null; details: Record<string, unknown> }): string
  settle(item: Pick<Interaction, 'questions' | 'details'>, answer: Answer): Settlement
}

/** The refusal of an answer that was made for another type (R67), with what this one takes. */
export function mismatch(takes: string): InteractionError {
  return new InteractionError('answer_mismatch', `That answer does not fit: ${takes}.`)
}

/** One answer for each question, in order. @throws invalid_answers (A9) */
export function assertCount(item: Pick<Interaction, 'questions'>, answers: string[]) {
  const expected = item.questions?.length ?? 0
  if (answers.length !== expected) {
    throw new InteractionError('invalid_answers', `answers: ${expected} expected, ${answers.length} sent.`, {
      param: 'answers',
    })
  }
}

/** A no, with its note when there is one. */
export function denied(message: string | undefined): Settlement {
  return { decision: 'denied', ...(message !== undefined && { message }) }
}
