'use client'

import { createContext, useContext } from 'react'
import type { Mode } from './mode'

/** The world that is shown; null leaves it to the server. */
export const ModeContext = createContext<Mode | null>(null)

export function useMode(): Mode | null {
  return useContext(ModeContext)
}
