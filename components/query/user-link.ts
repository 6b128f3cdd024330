import { queryOptions } from '@tanstack/react-query'
import { postOnce } from './post-once'

export interface UserLink {
  user_id: string
  is_linked: boolean
  expires_at: string
}

/** Whom a link would make the person answer for. Asking does not use it up. */
export function userLink(token: string) {
  return queryOptions<UserLink>({
    queryKey: ['user-link', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => postOnce('/v1/user_links/describe', { token }),
    retry: (count, { status }) => count < 2 && (status === 0 || status >= 500),
  })
}
