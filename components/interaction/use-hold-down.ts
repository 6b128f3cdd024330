'use client'

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Longer than any slip of a finger or a key. */
const holdMs = 1200

const isPressKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/** A button that counts only when it was held down, by pointer or by key. */
export function useHoldDown(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [phase, setPhase] = useState<'idle' | 'holding' | 'let_go'>('idle')

  useEffect(() => () => clearTimeout(timer.current), [])

  function start() {
    clearTimeout(timer.current)
    setPhase('holding')
    timer.current = setTimeout(() => {
      setPhase('idle')
      onHeld()
    }, holdMs)
  }

  function stop() {
    clearTimeout(timer.current)
    setPhase((now) => (now === 'holding' ? 'let_go' : now))
  }

  return {
    phase,
    handlers: {
      onPointerDown: (event: PointerEvent) => event.button === 0 && event.isPrimary && start(),
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onBlur: stop,
      onKeyDown(event: KeyboardEvent) {
        if (!isPressKey(event)) return
        event.preventDefault()
        if (!event.repeat) start()
      },
      onKeyUp(event: KeyboardEvent) {
        if (!isPressKey(event)) return
        event.preventDefault()
        stop()
      },
      // A long press must not open a menu instead.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  }
}
