'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { interactionItem } from '@/components/query/interaction-item'
import { interactionList } from '@/components/query/interaction-list'

const everything = { status: 'pending' } as const

/** The tab's title: the number of waiting items, whatever list is shown, and the item that is open. */
export function WaitingCount({ openId }: { openId: string | null }) {
  const t = useTranslations('Inbox')
  const mode = useMode()
  const waiting = useInfiniteQuery(interactionList(mode, everything))
  const open = useQuery({ ...interactionItem(mode, openId ?? ''), enabled: false }).data
  const count = waiting.data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0
  const name = count === 0 ? t('title') : t('title_count', { count: waiting.hasNextPage ? `${count}+` : String(count) })
  return <title>{openId === null || open === undefined ? name : `${name} · ${open.summary}`}</title>
}
