'use client'

import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import type { Interaction } from '@/lib/interactions/interaction'
import { type AnswerBody, ConflictError, newIdempotencyKey, VestraError } from '@/lib/sdk'
import { canBeTakenBack, hold, takeBack, useHeldAnswers } from './held-answers'
import { answerKey, isUncertain, type Sent, sendAnswer } from './send-answer'

/** Where an answer is on its way. Nothing is said to be recorded before the server says so. */
export type AnswerState =
  | { phase: 'idle' }
  /** Still here, for a few seconds in which it can be taken back. */
  | { phase: 'held' }
  | { phase: 'checking' }
  /** Sent, and nobody answered: it may or may not be recorded. The same answer is sent again under the same key. */
  | { phase: 'unsure' }
  /** Given up asking; `retry` asks once more, under the same key. */
  | { phase: 'unknown' }
  /** Somebody else was first; the item itself says who. */
  | { phase: 'overtaken'; error: VestraError }
  | { phase: 'refused'; error: VestraError }
  | { phase: 'recorded' }

export interface Answering {
  state: AnswerState
  /** @param onRecorded called when the server has it, also when the card is gone by then */
  send: (body: AnswerBody | string, onRecorded?: () => void) => void
  /** Takes a held answer back. */
  undo: () => void
  /** Sends the last answer once more, under its own key. */
  retry: () => void
}

function toState(status: string, failureCount: number, error: Error | null): AnswerState {
  if (status === 'pending') return failureCount > 0 ? { phase: 'unsure' } : { phase: 'checking' }
  if (status === 'success') return { phase: 'recorded' }
  if (!(error instanceof VestraError)) return error ? { phase: 'unknown' } : { phase: 'idle' }
  if (isUncertain(error)) return { phase: 'unknown' }
  return { phase: error instanceof ConflictError ? 'overtaken' : 'refused', error }
}

/** While it is so, no other answer may be sent. */
export function isUnderWay({ phase }: AnswerState): boolean {
  return phase === 'held' || phase === 'checking' || phase === 'unsure' || phase === 'recorded'
}

/**
 * Answers one item. The state belongs to the item, not to the card: it is there again when the person comes back to it.
 * @param overrideReason why it is answered for another user
 */
export function useAnswer(item: Interaction, overrideReason?: string): Answering {
  const mode = useMode()
  const queries = useQueryClient()
  const isHeld = useHeldAnswers().some((held) => held.item.id === item.id && !held.isSent)
  const last = useMutationState({
    filters: { mutationKey: answerKey(mode, item.id), exact: true },
    select: ({ state }) => ({
      state: toState(state.status, state.failureCount, state.error),
      sent: state.variables as Sent | undefined,
    }),
  }).at(-1)

  // What comes of it is in its state.
  const start = (sent: Sent) => void sendAnswer(queries, mode, item.id, sent).catch(() => {})

  return {
    state: isHeld ? { phase: 'held' } : (last?.state ?? { phase: 'idle' }),
    send: (body, onRecorded) => {
      const sent = { body, idempotencyKey: newIdempotencyKey(), overrideReason, onRecorded }
      if (canBeTakenBack(item.type, body))
        hold({ item, mode, body, idempotencyKey: sent.idempotencyKey, overrideReason, send: () => start(sent) })
      else start(sent)
    },
    undo: () => takeBack(item.id),
    retry: () => {
      if (last?.sent) start(last.sent)
    },
  }
}
