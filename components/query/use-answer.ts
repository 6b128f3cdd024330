'use client'

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import { type AnswerBody, ConflictError, NotFoundError, newIdempotencyKey, VestraError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { interactionKeys } from './interaction-keys'
import { readListsAgain } from './read-lists-again'

/** Where an answer is on its way. Nothing is said to be recorded before the server says so. */
export type AnswerState =
  | { phase: 'idle' }
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
  send: (body: AnswerBody | string) => void
  /** Sends the last answer once more, under its own key. */
  retry: () => void
}

interface Sent {
  body: AnswerBody | string
  idempotencyKey: string
}

const maxTries = 20
const retryMs = 3000
const timeoutMs = 8000

function isUncertain(error: Error): boolean {
  return error instanceof VestraError && (error.status === 0 || error.status === 408 || error.status >= 500)
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
  return phase === 'checking' || phase === 'unsure' || phase === 'recorded'
}

/** Answers one item. The state belongs to the item, not to the card: it is there again when the person comes back to it. */
export function useAnswer(id: string): Answering {
  const mode = useMode()
  const queries = useQueryClient()
  const mutationKey = ['answer', mode, id]

  const { mutate } = useMutation({
    mutationKey,
    networkMode: 'always',
    mutationFn: ({ body, idempotencyKey }: Sent) => clientFor(mode).answer(id, body, { idempotencyKey, timeoutMs }),
    retry: (count, error) => isUncertain(error) && count < maxTries,
    retryDelay: retryMs,
    // The answer counts as given when its item has been read again, so that the card never shows the time between.
    onSuccess: () => readAgain(),
    onError: (error) => (error instanceof ConflictError || error instanceof NotFoundError ? readAgain() : undefined),
  })

  function readAgain() {
    readListsAgain(queries, [id])
    return queries.invalidateQueries({ queryKey: interactionKeys.item(mode, id) })
  }

  const last = useMutationState({
    filters: { mutationKey, exact: true },
    select: ({ state }) => ({
      state: toState(state.status, state.failureCount, state.error),
      sent: state.variables as Sent | undefined,
    }),
  }).at(-1)

  return {
    state: last?.state ?? { phase: 'idle' },
    send: (body: AnswerBody | string) => mutate({ body, idempotencyKey: newIdempotencyKey() }),
    retry: () => {
      if (last?.sent) mutate(last.sent)
    },
  }
}
