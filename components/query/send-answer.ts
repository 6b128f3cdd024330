import type { QueryClient } from '@tanstack/react-query'
import type { Mode } from '@/components/account/mode'
import type { Interaction } from '@/lib/interactions/interaction'
import { type AnswerBody, ConflictError, NotFoundError, VestraError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { interactionKeys } from './interaction-keys'
import { isMoneyPause, pauseMoney } from './money-pause'
import { overrideHeaders } from './override-headers'
import { readListsAgain } from './read-lists-again'

/** One answer as it goes out, and again under the same key when nobody answered it. */
export interface Sent {
  body: AnswerBody | string
  idempotencyKey: string
  /** Why it is given for another user. */
  overrideReason?: string | undefined
  onRecorded?: (() => void) | undefined
}

const maxTries = 20
const retryMs = 3000
const timeoutMs = 8000

/** Nobody has said whether it is recorded. */
export function isUncertain(error: Error): boolean {
  return error instanceof VestraError && (error.status === 0 || error.status === 408 || error.status >= 500)
}

const isYes = (body: Sent['body']) => typeof body !== 'string' && body.approve === true

export const answerKey = (mode: Mode | null, id: string) => ['answer', mode, id] as const

/** Sends an answer. It belongs to the item and not to a card: it goes on when the person has gone on. */
export function sendAnswer(queries: QueryClient, mode: Mode | null, id: string, sent: Sent): Promise<unknown> {
  const queryKey = interactionKeys.item(mode, id)

  function readAgain() {
    readListsAgain(queries, [id])
    return queries.invalidateQueries({ queryKey })
  }

  /** What the server's own word says already; who and when come with the item. */
  function showApproved() {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<Interaction>(queryKey, (item) =>
      item?.status === 'pending' ? { ...item, status: 'resolved', outcome: { decision: 'approved' } } : item,
    )
    void readAgain()
  }

  return queries
    .getMutationCache()
    .build<unknown, VestraError, Sent, unknown>(queries, {
      mutationKey: answerKey(mode, id),
      networkMode: 'always',
      // The first lost reply is news already: the tries are made here, where the card sees them.
      mutationFn: ({ body, idempotencyKey, overrideReason }: Sent) => {
        const headers = overrideHeaders(overrideReason)
        return clientFor(mode).answer(id, body, { idempotencyKey, timeoutMs, retries: 0, headers })
      },
      retry: (count, error) => isUncertain(error) && count < maxTries,
      retryDelay: retryMs,
      onSuccess: (_answered, { body, onRecorded }) => {
        onRecorded?.()
        // Any other answer counts as given when its item has been read again: what it means is the server's to say.
        return isYes(body) ? undefined : readAgain()
      },
      onError(error) {
        if (isMoneyPause(error)) pauseMoney(error)
        return error instanceof ConflictError || error instanceof NotFoundError ? readAgain() : undefined
      },
    })
    .execute(sent)
    .then((answered) => {
      // A person goes on as soon as a yes is recorded, and does not wait for a second reading.
      if (isYes(sent.body)) showApproved()
      return answered
    })
}
