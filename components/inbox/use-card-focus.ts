'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { markSeen } from './seen-store'
import type { RowsHandle } from './use-row-window'

/** Moves the focus to a card that was opened, and back to its row when it was closed. A page that was asked for keeps its own. */
export function useCardFocus(id: string | null, isRead: boolean, rows: RefObject<RowsHandle | null>) {
  const shownId = useRef(id)

  useEffect(() => {
    if (id !== null && !isRead) return
    const before = shownId.current
    shownId.current = id
    if (id !== null) markSeen(id)
    if (before === id) return
    if (id !== null) document.getElementById('card-title')?.focus({ preventScroll: true })
    else if (before !== null) rows.current?.focusRow(before)
  }, [id, isRead, rows])
}
