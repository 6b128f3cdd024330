'use client'

import { useSyncExternalStore } from 'react'
import type { Mode } from '@/components/account/mode'
import type { Interaction, Type } from '@/lib/interactions/interaction'
import { type AnswerBody, Vestra } from '@/lib/sdk'
import { overrideHeaders } from './override-headers'

/** How long an answer can be taken back (D19.18). */
const undoMs = 5000
/** What a browser lets a page that goes away still send, in bytes, with room for the headers. */
const leavingBytes = 50_000

const none: readonly HeldAnswer[] = []

interface NewAnswer {
  item: Interaction
  mode: Mode | null
  body: AnswerBody
  idempotencyKey: string
  /** Why it is given for another user. */
  overrideReason?: string | undefined
  send: () => void
}

export interface HeldAnswer extends NewAnswer {
  /** When it goes out, by `Date.now()`. */
  untilMs: number
  /** It is on its way, and stays here until what became of it has been said. */
  isSent: boolean
  timer: ReturnType<typeof setTimeout>
}

/** Which types are answered with words of a person; a hand-off's values are kept nowhere, and a result is no decision. */
const hasOwnWords: Record<Type, boolean> = {
  approval: false,
  question: true,
  connect: false,
  handoff: false,
  tool_call: false,
}

/** A no and a person's own words wait a few seconds. A yes never does: what was confirmed goes out (D19.18). */
export function canBeTakenBack(type: Type, body: AnswerBody | string): body is AnswerBody {
  if (typeof body === 'string') return false
  const isNo = body.approve === false || body.could_not === true || body.not_now === true
  return isNo || (hasOwnWords[type] && body.answers !== undefined)
}

let held: readonly HeldAnswer[] = none
const listeners = new Set<() => void>()

function set(next: readonly HeldAnswer[]) {
  held = next
  for (const listener of listeners) listener()
}

function bytesOf({ body, overrideReason }: NewAnswer): number {
  return new TextEncoder().encode(JSON.stringify([body, overrideHeaders(overrideReason)])).length
}

/** Keeps an answer back for a few seconds. Too much to send while leaving goes out at once. */
export function hold(answer: NewAnswer) {
  listenForLeaving()
  const waiting = held.filter(({ isSent }) => !isSent).reduce((sum, each) => sum + bytesOf(each), 0)
  if (waiting + bytesOf(answer) > leavingBytes) return answer.send()
  const timer = setTimeout(() => release(answer.item.id), undoMs)
  const others = held.filter(({ item }) => item.id !== answer.item.id)
  set([...others, { ...answer, untilMs: Date.now() + undoMs, isSent: false, timer }])
}

function release(id: string) {
  const answer = held.find(({ item, isSent }) => item.id === id && !isSent)
  if (!answer) return
  clearTimeout(answer.timer)
  set(held.map((each) => (each === answer ? { ...each, isSent: true } : each)))
  answer.send()
}

/** Takes an answer back that has not gone out: nobody hears of it. */
export function takeBack(id: string) {
  const answer = held.find(({ item, isSent }) => item.id === id && !isSent)
  if (!answer) return
  clearTimeout(answer.timer)
  set(held.filter((each) => each !== answer))
}

/** What became of a sent answer has been said. */
export function letGo(id: string) {
  set(held.filter(({ item, isSent }) => item.id !== id || !isSent))
}

/** Sends all that is held, in a way that outlives this page. @returns when the server has them, or cannot be reached */
export function sendHeldAnswers(): Promise<unknown> {
  const sending = held
    .filter(({ isSent }) => !isSent)
    .map(({ item, mode, body, idempotencyKey, overrideReason }) => {
      const headers = overrideHeaders(overrideReason)
      const leaving = leavingClient(mode).answer(item.id, body, { idempotencyKey, headers })
      // Once more under the same key, in the way that tells the page what became of it, should it stay.
      release(item.id)
      return leaving
    })
  return Promise.allSettled(sending)
}

function leavingClient(mode: Mode | null): Vestra {
  return new Vestra({
    baseUrl: '',
    headers: mode === null ? {} : { 'vestra-mode': mode },
    fetch: (input, init) => fetch(input, { ...init, keepalive: true, credentials: 'same-origin' }),
  })
}

let isListening = false

/** A page that is left, or that a phone may end while nobody sees it, sends what it holds. */
function listenForLeaving() {
  if (isListening) return
  isListening = true
  window.addEventListener('pagehide', () => void sendHeldAnswers())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendHeldAnswers()
  })
}

/** All that is held or on its way, oldest first. */
export function useHeldAnswers(): readonly HeldAnswer[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => held,
    () => none,
  )
}

/** The last answer that can still be taken back. */
export function lastHeld(): HeldAnswer | undefined {
  return held.findLast(({ isSent }) => !isSent)
}
