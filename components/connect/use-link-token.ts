'use client'

import { useSyncExternalStore } from 'react'

const keyOf = () => `vestra-token:${window.location.pathname}`

function kept(): string {
  try {
    return window.sessionStorage.getItem(keyOf()) ?? ''
  } catch {
    return ''
  }
}

function keep(token: string) {
  try {
    window.sessionStorage.setItem(keyOf(), token)
    window.history.replaceState(null, '', window.location.pathname)
  } catch {
    // Where nothing can be kept, the token stays in the address.
  }
}

function subscribe(listener: () => void) {
  function takeFromAddress() {
    const token = window.location.hash.slice(1)
    if (token !== '') keep(token)
    listener()
  }
  takeFromAddress()
  window.addEventListener('hashchange', takeFromAddress)
  return () => window.removeEventListener('hashchange', takeFromAddress)
}

/**
 * The one-time token of the link that led to this page. It came after the #, where no server and no log sees it; this
 * tab keeps it, so that it outlives a sign-in, and the address forgets it. Null while the server paints.
 */
export function useLinkToken(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1) || kept(),
    () => null,
  )
}
