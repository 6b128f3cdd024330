'use client'

import { useEffect } from 'react'

/** Sends somebody who is not signed in to the sign-in page, from where they come back to this one. */
export function useSignInFirst(isNeeded: boolean) {
  useEffect(() => {
    if (isNeeded) window.location.replace(`/sign-in?next=${encodeURIComponent(window.location.pathname)}`)
  }, [isNeeded])
}
