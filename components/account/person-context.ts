'use client'

import { createContext, useContext } from 'react'
import type { Person } from '@/components/interaction/rights'

export const PersonContext = createContext<Person | null>(null)

/** The person who is signed in. Every screen that asks is drawn only for one. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('Nobody is signed in on this screen.')
  return person
}
