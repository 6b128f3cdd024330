'use client'

import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isOn } from './key-switch'

/** A key that was on its way to something else must not land here. */
const restMs = 350

const typingTypes = new Set(['radio', 'checkbox', 'button', 'submit'])

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !typingTypes.has(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], :popover-open') !== null
}

/** An option of the question that has the focus, else of the first one that is there. */
function pickOption(number: string): boolean {
  const questions = [...document.querySelectorAll<HTMLElement>('[data-question]')]
  const current =
    questions.find((question) => question.contains(document.activeElement)) ??
    questions.find((question) => question.querySelector(':checked') === null) ??
    questions[0]
  const option = current?.querySelector<HTMLElement>(`[data-option="${number}"]`)
  option?.click()
  option?.focus()
  return option !== undefined && option !== null
}

function press(key: string): boolean {
  const target = document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`)
  if (!target) return false
  target.focus()
  // Only what opens something is pressed; what would answer at once gets the focus and waits for a press of its own.
  if (target.hasAttribute('aria-expanded') || target.hasAttribute('aria-haspopup')) target.click()
  return true
}

const steps: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

interface Does {
  onHelp: () => void
  /** To the row below or above. */
  onMove: (step: 1 | -1) => void
  /** Takes the last answer back that has not gone out; false when there is none. */
  onUndo: () => boolean
}

/** Single keys: off in inputs and dialogs, dead for a moment after the focus has moved. None of them says yes. */
export function useShortcuts(does: Does) {
  const latest = useRef(does)
  useEffect(() => {
    latest.current = does
  })

  useEffect(() => {
    let movedAtMs = 0
    let isOwnMove = false

    function rest() {
      if (!isOwnMove) movedAtMs = performance.now()
    }

    function run(key: string): boolean {
      if (key === '?') {
        latest.current.onHelp()
        return true
      }
      if (key === 'u') return latest.current.onUndo()
      const step = steps[key]
      if (step) {
        // At once, so that the move of the focus is known to be our own.
        flushSync(() => latest.current.onMove(step))
        return true
      }
      return /^[1-9]$/.test(key) ? pickOption(key) : press(key)
    }

    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || isInDialog()) return
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
    return () => {
      window.removeEventListener('keydown', handleKeyDown)
      window.removeEventListener('focusin', rest)
      window.removeEventListener('focus', rest)
    }
  }, [])
}
