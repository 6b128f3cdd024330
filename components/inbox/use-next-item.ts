'use client'

import { useMemo, useState } from 'react'
import { useHeldAnswers } from '@/components/query/held-answers'
import type { Interaction } from '@/lib/interactions/interaction'
import type { Line } from './group-rows'
import type { SteadyRow } from './steady-rows'

/**
 * The item to go on with after the open one: the one below it, also when its own row has gone, else the first. What has been
 * answered and is still held is done with.
 */
export function useNextItem(lines: Line[], openId: string | null): Interaction | null {
  const rows = useMemo(() => lines.flatMap(({ row }) => row ?? []), [lines])
  const [last, setLast] = useState({ openId, index: 0 })
  const found = rows.findIndex(({ item }) => item.id === openId)
  if (last.openId !== openId || (found >= 0 && found !== last.index)) setLast({ openId, index: Math.max(0, found) })

  const held = new Set(useHeldAnswers().map(({ item }) => item.id))
  const isOther = ({ item, isGone }: SteadyRow) => !isGone && item.id !== openId && !held.has(item.id)
  const from = found >= 0 ? found + 1 : last.openId === openId ? last.index : 0
  return (rows.slice(from).find(isOther) ?? rows.find(isOther))?.item ?? null
}
