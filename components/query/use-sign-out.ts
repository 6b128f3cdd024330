'use client'

import { focusManager } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { useCallback } from 'react'
import { unsubscribeThisBrowser } from '@/components/notices/this-browser'
import { sendHeldAnswers } from './held-answers'

/** Signs out and leaves. What is held goes out first, and nothing polls meanwhile: it would only be refused. */
export function useSignOut() {
  return useCallback(() => {
    focusManager.setFocused(false)
    void sendHeldAnswers()
      // What waits for one person is nothing for the next one at this browser.
      .then(() => unsubscribeThisBrowser().catch(() => {}))
      .then(() => signOut({ callbackUrl: '/sign-in' }))
  }, [])
}
