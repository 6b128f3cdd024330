'use client'

import { useSyncExternalStore } from 'react'
import { emptyDraft, type QuestionDraft } from './question-draft'

const cache = new Map<string, QuestionDraft[]>()
const listeners = new Set<() => void>()
const none: QuestionDraft[] = []
const keyOf = (id: string) => `vestra-draft:${id}`

function read(id: string): QuestionDraft[] {
  const known = cache.get(id)
  if (known) return known
  let drafts = none
  try {
    drafts = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '[]') as QuestionDraft[]
  } catch {
    // A draft that cannot be read is no draft.
  }
  cache.set(id, drafts)
  return drafts
}

function write(id: string, drafts: QuestionDraft[]) {
  cache.set(id, drafts)
  try {
    if (drafts.length === 0) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), JSON.stringify(drafts))
  } catch {
    // Full or forbidden storage only costs the draft its life beyond this page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The drafts of one item, one for each question. They outlive the card, in this tab only. */
export function useDrafts(id: string, count: number) {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(id),
    () => none,
  )
  const fill = (some: QuestionDraft[]) => Array.from({ length: count }, (_, index) => some[index] ?? emptyDraft)
  return {
    drafts: fill(stored),
    /** From what is kept now: while the server's paint is taken over, `drafts` is still empty. */
    change: (index: number, change: (draft: QuestionDraft) => QuestionDraft) => {
      const kept = fill(read(id))
      write(id, kept.with(index, change(kept[index] ?? emptyDraft)))
    },
    forget: () => write(id, none),
  }
}
