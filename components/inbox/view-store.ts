'use client'

import { useSyncExternalStore } from 'react'

/** An address kept under a name. */
export interface SavedView {
  name: string
  search: string
}

const none: readonly SavedView[] = []
const listeners = new Set<() => void>()
const cache = new Map<string, readonly SavedView[]>()
/** Views belong to a person: a device may be shared. */
const keyOf = (personId: string) => `vestra-views:${personId}`

function read(personId: string): readonly SavedView[] {
  const known = cache.get(personId)
  if (known) return known
  let views = none
  try {
    views = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]') as SavedView[]
  } catch {
    // Without storage a view lives as long as the page.
  }
  cache.set(personId, views)
  return views
}

function write(personId: string, views: readonly SavedView[]) {
  cache.set(personId, views)
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(views))
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

/** A person's views on this device, by name. */
export function useSavedViews(personId: string) {
  const views = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => read(personId),
    () => none,
  )
  const others = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (view: SavedView) =>
      write(
        personId,
        [...others(view.name), view].sort((a, b) => a.name.localeCompare(b.name)),
      ),
    remove: (name: string) => write(personId, others(name)),
  }
}
