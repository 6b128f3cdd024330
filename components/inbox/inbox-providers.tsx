'use client'

import type { ReactNode } from 'react'
import type { Mode } from '@/components/account/mode'
import { ModeContext } from '@/components/account/mode-context'
import { PersonContext } from '@/components/account/person-context'
import { FirstPaint } from '@/components/clock/first-paint'
import type { Person } from '@/components/interaction/rights'
import { Announcer } from '@/components/ui/announcer'

interface Props {
  person: Person
  mode: Mode | null
  /** The server's time of this paint. */
  nowMs: number
  children: ReactNode
}

/** What every screen of a signed-in person stands on. */
export function InboxProviders({ person, mode, nowMs, children }: Props) {
  return (
    <PersonContext value={person}>
      <ModeContext value={mode}>
        <FirstPaint value={nowMs}>
          <Announcer>{children}</Announcer>
        </FirstPaint>
      </ModeContext>
    </PersonContext>
  )
}
