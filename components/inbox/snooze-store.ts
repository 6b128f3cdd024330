'use client'

import { useSyncExternalStore } from 'react'
import { wakeAtMs } from './wake-at'

const key = 'vestra-snoozed'
const none: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let wakes: Map<string, number> | undefined
let asleep = none
let timer: ReturnType<typeof setTimeout> | undefined
/** Longer waits than a timer can hold are looked at again in between. */
const longestTimerMs = 3_600_000

function read(): Map<string, number> {
  if (wakes) return wakes
  wakes = new Map()
  try {
    wakes = new Map(JSON.parse(localStorage.getItem(key) ?? '[]') as [string, number][])
  } catch {
    // Without storage an item sleeps as long as the page lives.
  }
  return wakes
}

/** Who still sleeps, and when to look again. */
function settle() {
  const nowMs = Date.now()
  const sleeping = [...read()].filter(([, atMs]) => atMs > nowMs)
  wakes = new Map(sleeping)
  clearTimeout(timer)
  const nextMs = Math.min(...wakes.values()) - nowMs
  if (wakes.size > 0) timer = setTimeout(settle, Math.min(nextMs, longestTimerMs))
  const isSame = sleeping.length === asleep.size && sleeping.every(([id]) => asleep.has(id))
  if (isSame) return
  asleep = wakes.size === 0 ? none : new Set(wakes.keys())
  for (const listener of listeners) listener()
}

function write(next: Map<string, number>) {
  wakes = next
  try {
    localStorage.setItem(key, JSON.stringify([...next]))
  } catch {
    // As above.
  }
  settle()
}

/** Hides an item on this device until later. One that runs out before that comes back in time. */
export function snooze(item: { id: string; expires_at: string | null }, untilMs: number) {
  write(new Map(read()).set(item.id, wakeAtMs(item.expires_at, untilMs, Date.now())))
}

export function wake(id: string) {
  const next = new Map(read())
  next.delete(id)
  write(next)
}

export function snoozedIds(): ReadonlySet<string> {
  settle()
  return asleep
}

function handleStorage(event: StorageEvent) {
  if (event.key !== key) return
  wakes = undefined
  settle()
}

/** The items that are hidden on this device now. The server cannot know, so its paint hides none. */
export function useSnoozedIds(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', handleStorage)
      listeners.add(listener)
      settle()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', handleStorage)
      }
    },
    () => asleep,
    () => none,
  )
}
