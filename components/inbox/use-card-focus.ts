'use client'

import { useEffect, useRef } from 'react'
import { markSeen } from './seen-store'

/** Moves the focus to a card that was opened, and back to its row when it was closed. A page that was asked for keeps its own. */
export function useCardFocus(id: string | null, isRead: boolean) {
  const shownId = useRef(id)

  useEffect(() => {
    if (id !== null && !isRead) return
    const before = shownId.current
    shownId.current = id
    if (id !== null) markSeen(id)
    if (before === id) return
    if (id !== null) document.getElementById('card-title')?.focus({ preventScroll: true })
    else if (before !== null) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(before)}"]`)?.focus()
  }, [id, isRead])
}
