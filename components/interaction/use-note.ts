'use client'

import { useState } from 'react'
import { countCodePoints } from '@/components/format/code-points'

export const maxNoteCharacters = 500

/** The note that may go with a no. Empty is none. */
export function useNote() {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
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
