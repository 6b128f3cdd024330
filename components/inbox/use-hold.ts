'use client'

import { type FocusEvent, useState } from 'react'
import { useMedia } from './use-media'

/** Which rows must stay where they are. */
export interface Hold {
  /** Nothing may come in above: somebody is at the list, has scrolled down, or uses fingers, which give no sign before a tap. */
  keepsOut: boolean
  /** Nothing may go: somebody points at the list or works in it. */
  keepsIn: boolean
  /** Nobody sees the list. */
  isCovered: boolean
}

/** Watches what a person does at the list. An open item covers it on a narrow screen. */
export function useHold(isItemOpen: boolean) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [isScrolled, setIsScrolled] = useState(false)
  const isTouched = useMedia('(hover: none)')
  const isNarrow = useMedia('(width < 56.25rem)')
  const isCovered = isNarrow && isItemOpen
  const keepsIn = !isCovered && (isPointedAt || isFocused)
  const keepsOut = !isCovered && (keepsIn || isScrolled || isTouched)

  return {
    hold: { keepsIn, keepsOut, isCovered } satisfies Hold,
    handlers: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerMove: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setIsFocused(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsFocused(false)
      },
    },
    onScroll: (event: { currentTarget: HTMLElement }) => setIsScrolled(event.currentTarget.scrollTop > 0),
  }
}
