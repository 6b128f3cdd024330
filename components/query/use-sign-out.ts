'use client'

import { focusManager } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { useCallback } from 'react'

/** Signs out and leaves. Nothing polls meanwhile: it would only be refused. */
export function useSignOut() {
  return useCallback(() => {
    focusManager.setFocused(false)
    void signOut({ callbackUrl: '/sign-in' })
  }, [])
}
