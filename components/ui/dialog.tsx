'use client'

import { lazy, Suspense, useEffect } from 'react'
import type { DialogProps } from './dialog-window'

interface Props extends DialogProps {
  isOpen: boolean
}

/** The page itself comes first. */
const loadAheadMs = 1000

const loadWindow = () => import('./dialog-window')
const DialogWindow = lazy(() => loadWindow().then((file) => ({ default: file.DialogWindow })))

/** Asks or tells something over the page. The focus goes back to where it was before. */
export function Dialog({ isOpen, ...rest }: Props) {
  // Long before it is asked for, so that it opens at once, also where the server can no longer be reached.
  useEffect(() => {
    const timer = setTimeout(() => void loadWindow().catch(() => {}), loadAheadMs)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isOpen && <DialogWindow {...rest} />}</Suspense>
}
