'use client'

import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type Acts, readKey } from './acts'
import { isOn } from './key-switch'
import { pickOption } from './press'

/** A key that was on its way to something else must not land here. */
const restMs = 350
/** How long a `g` waits for its second key. */
const prefixMs = 1500

const typingTypes = new Set(['radio', 'checkbox', 'button', 'submit'])

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !typingTypes.has(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"]:not([popover]), [role="alertdialog"], :popover-open') !== null
}

/**
 * Single keys: off in inputs and dialogs, with modifiers, and for a moment after the focus has moved or the tab was brought
 * forward. None of them says yes.
 */
export function useShortcuts(acts: Acts) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })

  useEffect(() => {
    let movedAtMs = 0
    let prefixAtMs = Number.NEGATIVE_INFINITY
    let isOwnMove = false

    function rest() {
      if (!isOwnMove) movedAtMs = performance.now()
    }

    function run(key: string): boolean {
      const keyed = readKey(key, performance.now() - prefixAtMs < prefixMs)
      prefixAtMs = Number.NEGATIVE_INFINITY
      if (keyed === null) return false
      if ('prefix' in keyed) {
        prefixAtMs = performance.now()
        return true
      }
      if ('option' in keyed) return pickOption(keyed.option)
      // At once, so that a move of the focus is known to be our own.
      return flushSync(() => latest.current[keyed.act]())
    }

    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isInDialog()) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.palette()
        return
      }
      if (isCommand || event.altKey || isTyping(event.target)) return
      if (event.shiftKey && /^[a-z]$/i.test(event.key)) return
      if (event.key.startsWith('Arrow') && event.target instanceof HTMLInputElement) return
      if (event.key.length === 1 && !isOn()) return
      if (performance.now() - movedAtMs < restMs) return
      isOwnMove = true
      if (run(event.key)) event.preventDefault()
      isOwnMove = false
    }

    window.addEventListener('keydown', handleKeyDown)
    window.addEventListener('focusin', rest)
    window.addEventListener('focus', rest)
    document.addEventListener('visibilitychange', rest)
    return () => {
      window.removeEventListener('keydown', handleKeyDown)
      window.removeEventListener('focusin', rest)
      window.removeEventListener('focus', rest)
      document.removeEventListener('visibilitychange', rest)
    }
  }, [])
}
