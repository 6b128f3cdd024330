'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

interface Props {
  onYes: () => void
  isUnavailable: boolean
  describedBy?: string | undefined
  /** The single key that reaches it. It only focuses it or opens what it opens: no key says yes. */
  shortcut?: string
  /** It opens a dialog, where the yes is said. */
  opensDialog?: boolean
  type?: 'button' | 'submit'
  children: ReactNode
}

/** Nobody reads a card in half a second: a click that comes sooner was meant for the card before. */
const guardMs = 500

export function YesButton(props: Props) {
  const { onYes, isUnavailable, describedBy, shortcut, opensDialog = false, type = 'button', children } = props
  const [isGuarded, setIsGuarded] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setIsGuarded(false), guardMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Button
      type={type}
      variant={isUnavailable ? 'plain' : 'primary'}
      unavailable={isUnavailable}
      aria-disabled={isUnavailable || isGuarded || undefined}
      aria-describedby={describedBy}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      data-shortcut={shortcut}
      onClick={(event) => (isGuarded ? event.preventDefault() : onYes())}
      className="max-w-full grow text-center min-[40rem]:grow-0"
    >
      <span>{children}</span>
    </Button>
  )
}
