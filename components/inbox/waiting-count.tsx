'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { interactionItem } from '@/components/query/interaction-item'
import { interactionList, toItems } from '@/components/query/interaction-list'
import { useSnoozedIds } from './snooze-store'
import { useAppBadge } from './use-app-badge'

const everything = { status: 'pending' } as const

/**
 * The tab: the number of waiting items in its title, its icon and the installed app's badge, whatever list is shown, and the
 * item that is open.
 */
export function WaitingCount({ openId }: { openId: string | null }) {
  const t = useTranslations('Inbox')
  const mode = useMode()
  const waiting = useInfiniteQuery({ ...interactionList(mode, everything), select: toItems })
  const open = useQuery({ ...interactionItem(mode, openId ?? ''), enabled: false }).data
  const snoozed = useSnoozedIds()
  const count = waiting.data?.filter(({ id }) => !snoozed.has(id)).length ?? 0
  useAppBadge(count)
  const name = count === 0 ? t('title') : t('title_count', { count: waiting.hasNextPage ? `${count}+` : String(count) })
  return <title>{openId === null || open === undefined ? name : `${name} · ${open.summary}`}</title>
}
