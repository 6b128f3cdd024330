import { queryOptions } from '@tanstack/react-query'
import { postOnce } from './post-once'

/** What the provider sent the person back with. */
export interface ProviderAnswer {
  state: string
  code?: string
  error?: string
  iss?: string
}

interface Completed {
  settled: string[]
  return_url: string | null
}

/** The server gives the provider 15 seconds, and itself some more. */
const timeoutMs = 25_000

/**
 * Ends the flow. It counts once, so it is kept as a query that is asked once for its state, however often its page is
 * drawn, and never again.
 */
export function connectionCompletion(answer: ProviderAnswer | null) {
  return queryOptions<Completed>({
    queryKey: ['connection-completion', answer?.state],
    enabled: answer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => postOnce('/v1/connections/complete', answer, { timeoutMs }),
  })
}
