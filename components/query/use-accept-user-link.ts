'use client'

import { useMutation } from '@tanstack/react-query'
import { postOnce } from './post-once'

export function useAcceptUserLink(token: string) {
  return useMutation({
    networkMode: 'always',
    mutationFn: () => postOnce<{ user_id: string }>('/v1/user_links/accept', { token }),
  })
}
