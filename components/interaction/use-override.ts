'use client'

import { useRef, useState } from 'react'
import { countCodePoints } from '@/components/format/code-points'
import type { Interaction } from '@/lib/interactions/interaction'
import { isForSomebodyElse, type Person } from './rights'

export const maxReasonCharacters = 500

/** The reason of one who answers for another user; null where nobody is overridden. Only spaces are none. */
export function useOverride(item: Interaction, person: Person) {
  const [text, setText] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const { user_id: user } = item
  if (user === null || !isForSomebodyElse(item, person)) return null
  const reason = text.trim() === '' ? undefined : text
  return {
    user,
    text,
    setText,
    reason,
    isTooLong: reason !== undefined && countCodePoints(reason) > maxReasonCharacters,
    field,
    show: () => field.current?.querySelector('textarea')?.focus(),
  }
}

export type Override = NonNullable<ReturnType<typeof useOverride>>
