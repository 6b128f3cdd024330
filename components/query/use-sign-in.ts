'use client'

import { useMutation } from '@tanstack/react-query'
import { signIn } from 'next-auth/react'

interface Attempt {
  provider: 'password' | 'link'
  fields: Record<string, string>
}

/** Signs in and goes to `next` as a new page, so that nothing of the signed-out one stays. The error's message is a code. */
export function useSignIn(next: string | (() => string)) {
  return useMutation<void, Error, Attempt>({
    networkMode: 'always',
    mutationFn: async ({ provider, fields }) => {
      const result = await signIn(provider, { ...fields, redirect: false })
      if (!result?.ok || result.error) throw new Error(result?.error ?? 'unknown')
    },
    onSuccess: () => window.location.replace(typeof next === 'string' ? next : next()),
  })
}
