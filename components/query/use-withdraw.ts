'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import { newIdempotencyKey, type VestraError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { interactionKeys } from './interaction-keys'
import { readListsAgain } from './read-lists-again'

/** Withdraws an item for the company. A repeat changes nothing, so it needs no care beyond its key. */
export function useWithdraw(id: string) {
  const mode = useMode()
  const queries = useQueryClient()

  return useMutation<unknown, VestraError, { reason: string | undefined }>({
    mutationFn: ({ reason }) => clientFor(mode).answer.cancel(id, { reason, idempotencyKey: newIdempotencyKey() }),
    onSettled: () => {
      readListsAgain(queries, [id])
      return queries.invalidateQueries({ queryKey: interactionKeys.item(mode, id) })
    },
  })
}
