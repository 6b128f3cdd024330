'use client'

import { useContext, useSyncExternalStore } from 'react'
import { FirstPaint } from './first-paint'
import { readClock, subscribe } from './server-clock'

/** What the server's clock says, read by `read`; the component draws again only when that changes. */
export function useClock<T extends string | number | boolean | null>(read: (nowMs: number) => T): T {
  const firstPaintMs = useContext(FirstPaint)
  return useSyncExternalStore(
    subscribe,
    () => read(readClock()),
    () => read(firstPaintMs),
  )
}
