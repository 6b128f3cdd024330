'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { readListsAgain } from '@/components/query/read-lists-again'
import { useAnnounce } from '@/components/ui/announcer'
import type { Interaction } from '@/lib/interactions/interaction'
import { writeAddress } from './address'
import type { Filters, View } from './filters'
import { toggleSelected } from './selection-store'
import { snooze, snoozedIds, wake } from './snooze-store'
import type { InboxList } from './use-inbox-list'

interface Place {
  list: InboxList
  filters: Filters
  openId: string | null
  next: Interaction | null
}

const go = (id: string | null, filters: Filters) => window.history.pushState(null, '', writeAddress({ id, filters }))

/** What the keys and the palette do to the list and its items. */
export function useActs({ list, filters, openId, next }: Place) {
  const t = useTranslations('Snooze')
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [toSnooze, setToSnooze] = useState<Interaction | null>(null)
  const currentId = () => list.rowsHandle.current?.currentId() ?? openId
  const current = () => list.rows.find(({ item, isGone }) => !isGone && item.id === currentId())?.item ?? null

  function show(view: View): boolean {
    go(null, { status: view })
    return true
  }

  function move(step: 1 | -1): boolean {
    list.rowsHandle.current?.moveBy(step)
    return list.rows.length > 0
  }

  /** Asks until when; one that sleeps is woken. */
  function putOff(item: Interaction | null): boolean {
    if (item?.status !== 'pending') return false
    if (!snoozedIds().has(item.id)) {
      setToSnooze(item)
      return true
    }
    wake(item.id)
    announce(t('woken'))
    return true
  }

  function snoozeUntil(untilMs: number) {
    if (toSnooze === null) return
    snooze(toSnooze, untilMs)
    setToSnooze(null)
    announce(t('snoozed'))
    readListsAgain(queries)
    if (toSnooze.id === openId) go(next?.id ?? null, filters)
  }

  return {
    toSnooze,
    putOff,
    closeSnooze: () => setToSnooze(null),
    snoozeUntil,
    acts: {
      next: () => move(1),
      previous: () => move(-1),
      open: () => {
        const id = currentId()
        if (id !== null) go(id, filters)
        return id !== null
      },
      inbox: () => show('pending'),
      done: () => show('resolved'),
      snooze: () => putOff(current()),
      select: () => {
        const item = current()
        if (item) toggleSelected(item.id)
        return item !== null
      },
    },
  }
}
