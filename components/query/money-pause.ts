'use client'

import { useSyncExternalStore } from 'react'
import { readClock } from '@/components/clock/server-clock'
import type { VestraError } from '@/lib/sdk'

interface Pause {
  untilMs: number
  /** How many yeses to money a minute may have. */
  limit: number
}

let pause: Pause | null = null
const listeners = new Set<() => void>()

/** Whether the server asks a person to go slower with money. */
export function isMoneyPause({ code, details }: VestraError): boolean {
  return code === 'rate_limited' && details?.of === 'money_yes'
}

/** Keeps what the server said, for every card. */
export function pauseMoney(error: VestraError) {
  pause = { untilMs: readClock() + (error.retryAfterSeconds ?? 60) * 1000, limit: Number(error.details?.limit) }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The pause that the server asked for last, over or not, by the server's clock. */
export function useMoneyPause(): Pause | null {
  return useSyncExternalStore(
    subscribe,
    () => pause,
    () => null,
  )
}
