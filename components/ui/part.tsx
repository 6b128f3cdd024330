'use client'

import { type ComponentType, lazy, useEffect } from 'react'
import { MissingPart } from './missing-part'

/** The page itself comes first. */
const loadAheadMs = 1000

const loads: (() => Promise<unknown>)[] = []

/**
 * A part of the page that is loaded apart from it. Where that fails (the server is down, or is a newer one) it says so in its
 * place, and the page around it stays.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loads.push(load)
  return lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: MissingPart as ComponentType<Props> }),
    ),
  )
}

/** Loads every part of a page ahead, so that each opens at once, also where the server can no longer be reached. */
export function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loads) load().catch(() => {})
    }, loadAheadMs)
    return () => clearTimeout(timer)
  }, [])
}
