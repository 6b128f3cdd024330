'use client'

import { useSyncExternalStore } from 'react'

const key = 'vestra-seen'
const maxKept = 1000
const listeners = new Set<() => void>()
let seen: Set<string> | undefined

function read(): Set<string> {
  if (seen) return seen
  seen = new Set()
  try {
    seen = new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[])
  } catch {
    // Without storage everything counts as new in each visit.
  }
  return seen
}

/** Remembers, on this device, that an item was opened. */
export function markSeen(id: string) {
  if (read().has(id)) return
  seen = new Set([...read(), id].slice(-maxKept))
  try {
    localStorage.setItem(key, JSON.stringify([...seen]))
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the item was opened on this device before. The server cannot know, so its paint shows no marks. */
export function useIsSeen(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => read().has(id),
    () => true,
  )
}
