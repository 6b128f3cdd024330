'use client'

import { focusManager } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sendHeldAnswers } from './held-answers'

/** Signs out and leaves. What is held goes out first, and nothing polls meanwhile: it would only be refused. */
export function useSignOut() {
  return useCallback(() => {
    focusManager.setFocused(false)
    // After an update of the server the parts to load may be others: a fresh page knows them.
    leave().catch(() => window.location.reload())
  }, [])
}

async function leave() {
  await sendHeldAnswers()
  const [{ unsubscribeThisBrowser }, { signOut }] = await Promise.all([
    import('@/components/notices/this-browser'),
    import('next-auth/react'),
  ])
  // What waits for one person is nothing for the next one at this browser.
  await unsubscribeThisBrowser().catch(() => {})
  await signOut({ callbackUrl: '/sign-in' })
}
