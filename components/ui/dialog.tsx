'use client'

import { Suspense } from 'react'
import type { DialogProps } from './dialog-window'
import { part } from './part'

interface Props extends DialogProps {
  isOpen: boolean
}

const DialogWindow = part(() => import('./dialog-window').then((file) => file.DialogWindow))

/** Asks or tells something over the page. The focus goes back to where it was before. */
export function Dialog({ isOpen, ...rest }: Props) {
  return <Suspense>{isOpen && <DialogWindow {...rest} />}</Suspense>
}
