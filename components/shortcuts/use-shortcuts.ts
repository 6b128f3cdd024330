'use client'

import { useEffect } from 'react'
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

/** To the row after or before the one that has the focus, or that is open. */
function moveBy(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
  const target = rows[from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
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

const moves: Record<string, () => void> = {
  j: () => moveBy(1),
  k: () => moveBy(-1),
  ArrowDown: () => moveBy(1),
  ArrowUp: () => moveBy(-1),
}

/** Single keys: off in inputs and dialogs, dead for a moment after the focus has moved. None of them says yes. */
export function useShortcuts(onHelp: () => void) {
  useEffect(() => {
    let movedAtMs = 0
    let isOwnMove = false

    function rest() {
      if (!isOwnMove) movedAtMs = performance.now()
    }

    function run(key: string): boolean {
      if (key === '?') {
        onHelp()
        return true
      }
      const move = moves[key]
      if (move) {
        move()
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
  }, [onHelp])
}
