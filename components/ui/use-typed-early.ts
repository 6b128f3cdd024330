'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What somebody typed into a field of the server's paint is in the field alone when the script comes, and the next drawing
 * would wipe it out: it is taken over as if it had been typed now.
 */
export function useTypedEarly<T extends HTMLInputElement | HTMLTextAreaElement>(
  onTyped: ((text: string) => void) | undefined,
): RefObject<T | null> {
  const field = useRef<T>(null)
  const take = useRef(onTyped)

  useLayoutEffect(() => {
    const text = field.current?.value ?? ''
    if (text !== field.current?.defaultValue) take.current?.(text)
  }, [])

  return field
}
