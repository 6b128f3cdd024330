'use client'

import { defaultRangeExtractor, measureElement, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from './group-rows'

/** What others may ask of the rows, wherever the list is scrolled to. */
export interface RowsHandle {
  /** Scrolls to the row, when the list has it, and gives it the focus. */
  focusRow: (id: string) => void
  /** From the row that has the focus, else from the open one. */
  moveBy: (step: 1 | -1) => void
  /** The row that has the focus, else the open one. */
  currentId: () => string | null
}

/** Two lines and their hairline. A row whose amount needs more lines says so when it is drawn. */
const rowPx = 65
const headPx = 45
/** Enough for the first paint, which the server makes without knowing the screen. */
const firstPaintPx = 1000

/** The row that an element belongs to, be it its link or its box to select it. */
const rowIdOf = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest('li')?.querySelector<HTMLElement>('[data-row]')?.dataset.row ?? null)
    : null

/** Draws only the rows that are near the view. The one that has the focus is always drawn, so that it keeps it. */
export function useRowWindow(
  lines: Line[],
  openId: string | null,
  scroller: RefObject<HTMLElement | null>,
  handle: RefObject<RowsHandle | null>,
) {
  const [keptId, setKeptId] = useState<string | null>(null)
  const [, setTurn] = useState(0)
  const wantedId = useRef<string | null>(null)
  const keptIndex = keptId === null ? -1 : lines.findIndex(({ row }) => row?.item.id === keptId)

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.group ? headPx : rowPx),
    getItemKey: (index) => lines[index]?.key ?? index,
    // A list that is covered by a card has no heights, and keeps those it had.
    measureElement: (row, entry, list) =>
      measureElement(row, entry, list) || (list.measurementsCache[list.indexFromElement(row)]?.size ?? rowPx),
    // A jump past the view renders all of these anew: few, so that it stays one short task.
    overscan: 4,
    initialRect: { width: 0, height: firstPaintPx },
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range)
      return keptIndex < 0 || near.includes(keptIndex) ? near : [...near, keptIndex].sort((a, b) => a - b)
    },
  })

  // Another list begins at its top.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [scroller])

  useLayoutEffect(() => {
    if (wantedId.current === null) return
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(wantedId.current)}"]`)
    // A list that was covered by a card draws no rows before it is measured anew: then it is focused with the next drawing.
    if (!row) return
    wantedId.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

  function focusRow(id: string) {
    if (!lines.some(({ row }) => row?.item.id === id)) return
    wantedId.current = id
    // Drawn in its place wherever that is, and then scrolled to.
    setKeptId(id)
    setTurn((turn) => turn + 1)
  }

  const currentId = () => rowIdOf(document.activeElement) ?? openId

  function moveBy(step: 1 | -1) {
    const rows = lines.flatMap(({ row }) => row ?? [])
    const from = rows.findIndex(({ item }) => item.id === currentId())
    const target = rows[from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))]
    if (target) focusRow(target.item.id)
  }

  useImperativeHandle(handle, () => ({ focusRow, moveBy, currentId }))

  return {
    virtualizer,
    handlers: {
      onFocus: (event: FocusEvent) => setKeptId(rowIdOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (rowIdOf(event.relatedTarget) === null && wantedId.current === null) setKeptId(null)
      },
    },
  }
}
