'use client'

import { useEffect, useState } from 'react'
import type { Interaction } from '@/lib/interactions/interaction'
import { holdRows, type SteadyRows, settleRows } from './steady-rows'
import type { Hold } from './use-hold'

interface Kept extends SteadyRows {
  items: Interaction[]
  /** Which list it is: another filter is another list, and starts afresh. */
  list: string
}

/** Long enough to see which row it was that went. */
const fadeMs = 1200

/** The rows to draw: the list as the server has it, but no row moves while somebody could be about to hit it. */
export function useSteadyRows(list: string, items: Interaction[], hasMore: boolean, hold: Hold) {
  const { keepsIn, keepsOut, isCovered } = hold
  const [kept, setKept] = useState<Kept>(() => ({ list, items, ...settleRows(items) }))
  let current = kept
  if (kept.list !== list || kept.items !== items) {
    const isFresh = kept.list !== list || kept.rows.length === 0
    current = { list, items, ...(isFresh ? settleRows(items) : holdRows(kept.rows, items, hasMore)) }
    setKept(current)
  }
  const hasGone = current.rows.some((row) => row.isGone)
  const waitingCount = current.waiting.length
  const letsGo = hasGone && !keepsIn
  const letsIn = waitingCount > 0 && !keepsOut

  useEffect(() => {
    if (!letsGo && !letsIn) return
    function settle() {
      setKept(({ rows, waiting, ...rest }) => {
        if (letsIn) return { ...rest, ...settleRows(rest.items) }
        return { ...rest, rows: rows.filter((row) => !row.isGone), waiting }
      })
    }
    const timer = setTimeout(settle, letsGo && !isCovered ? fadeMs : 0)
    return () => clearTimeout(timer)
  }, [letsGo, letsIn, isCovered])

  return {
    rows: current.rows,
    waitingCount: keepsOut ? waitingCount : 0,
    letIn: () => setKept({ list, items, ...settleRows(items) }),
  }
}
