'use client'

import { useMutation } from '@tanstack/react-query'
import { postOnce } from './post-once'

/** Begins a connection and leaves for the provider's page. Each press begins anew; the one before is dead. */
export function useStartConnection(token: string) {
  return useMutation({
    networkMode: 'always',
    mutationFn: () => postOnce<{ authorize_url: string }>('/v1/connections/start', { token }),
    onSuccess: ({ authorize_url }) => window.location.assign(authorize_url),
  })
}
