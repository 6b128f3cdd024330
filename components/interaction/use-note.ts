'use client'

import { useEffect, useState } from 'react'
import { countCodePoints } from '@/components/format/code-points'
import { denyHash } from './deny-hash'

export const maxNoteCharacters = 500

/** The note that may go with a no. Empty is none. */
export function useNote() {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')

  // A notice's "Deny" leads here; the no itself is still to be said.
  useEffect(() => {
    const openForNo = () => window.location.hash === denyHash && setIsOpen(true)
    openForNo()
    window.addEventListener('hashchange', openForNo)
    return () => window.removeEventListener('hashchange', openForNo)
  }, [])

  const message = isOpen && text.trim() !== '' ? text : undefined
  return {
    isOpen,
    text,
    setText,
    message,
    isTooLong: message !== undefined && countCodePoints(message) > maxNoteCharacters,
    toggle: () => setIsOpen((wasOpen) => !wasOpen),
    close: () => setIsOpen(false),
  }
}

export type Note = ReturnType<typeof useNote>
