import { queryOptions } from '@tanstack/react-query'
import type { Connector } from './connectors'
import { postOnce } from './post-once'

export interface ConnectLink {
  connection_id: string
  user_id: string
  app: string
  /** Null where the operator has set up no way to connect the app here. */
  connector: Connector | null
  may_connect: boolean
  expires_at: string
}

/** What a connect link is for. Asking does not use it up. */
export function connectLink(token: string) {
  return queryOptions<ConnectLink>({
    queryKey: ['connect-link', token],
    enabled: token !== '',
    queryFn: () => postOnce('/v1/connections/describe', { token }),
    retry: (count, { status }) => count < 2 && (status === 0 || status >= 500),
  })
}
