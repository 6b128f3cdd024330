import { queryOptions } from '@tanstack/react-query'
import { VestraError } from '@/lib/sdk'

export interface SignInLink {
  kind: 'first_admin' | 'person'
  email: string | null
  name: string | null
  has_password: boolean
}

/** What a one-time link is for. Asking does not use it up. */
export function signInLink(token: string) {
  return queryOptions({
    queryKey: ['sign-in-link', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<SignInLink> => {
      const response = await fetch('/api/sign-in-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
        signal,
      })
      if (response.ok) return (await response.json()) as SignInLink
      throw new VestraError({ status: response.status, code: 'not_found', message: 'The link is not valid.' })
    },
    retry: (count, error) => count < 2 && !(error instanceof VestraError && error.status < 500),
  })
}
