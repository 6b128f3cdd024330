'use client'

import { useSyncExternalStore } from 'react'

const storageKey = 'vestra-single-keys'
const listeners = new Set<() => void>()

/** Whether single keys do anything (WCAG 2.1.4). On unless somebody has turned them off on this device. */
export function isOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function turn(on: boolean) {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Then the choice cannot be kept, and the keys stay as they are.
  }
  for (const listener of listeners) listener()
}

export function useKeySwitch(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isOn,
    () => true,
  )
}
