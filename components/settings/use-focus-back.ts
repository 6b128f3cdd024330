'use client'

import { useEffect, useRef } from 'react'
import { focusTitle } from './sections'

/** Gives the focus back to the button that opened a dialog; to the page's title where the button went with what it changed. */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const button = opener.current
    // After the dialog has let the focus go.
    return () => {
      setTimeout(() => (button?.isConnected ? button.focus() : focusTitle()))
    }
  }, [isOpen])

  return opener
}
