'use client'

import { useSyncExternalStore } from 'react'

function subscribeToNothing() {
  return () => {}
}

/** Whether this page's script runs. False in what the server paints and until the browser has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
