'use client'

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

const Announce = createContext<(text: string) => void>(() => {})

/** Says things to screen readers, politely. */
export function useAnnounce() {
  return useContext(Announce)
}

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  const announce = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), [])
  return (
    <Announce value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new node, so that the same sentence is said again. */}
        <span key={said.turn}>{said.text}</span>
      </div>
    </Announce>
  )
}
