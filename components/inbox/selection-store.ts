'use client'

import { useSyncExternalStore } from 'react'

/** Which rows are selected; null while nobody selects. */
type Selection = ReadonlySet<string> | null

let selection: Selection = null
const listeners = new Set<() => void>()

export function select(next: Selection) {
  selection = next
  for (const listener of listeners) listener()
}

export function toggleSelected(id: string) {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  select(next)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSelection(): Selection {
  return useSyncExternalStore(
    subscribe,
    () => selection,
    () => null,
  )
}

/** Whether one row is selected; null while nobody selects. */
export function useIsSelected(id: string): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => selection?.has(id) ?? null,
    () => null,
  )
}
