'use client'

import { useTranslations } from 'next-intl'
import type { Status } from '@/lib/interactions/status'
import { writeAddress } from './address'
import type { Filters, View } from './filters'
import { InboxLink } from './inbox-link'
import { useSnoozedIds } from './snooze-store'

interface Props {
  filters: Filters
  /** How many there are in the list that is shown; null while that is not known. */
  count: string | null
}

const doneStatuses = ['resolved', 'cancelled', 'expired'] as const satisfies Status[]

/** What waits, what is done, and among that how it ended. Links, so that each list has an address. */
export function StatusTabs({ filters, count }: Props) {
  const t = useTranslations('List')
  const snoozed = useSnoozedIds().size
  const isSnoozed = filters.status === 'snoozed'
  const isDone = filters.status !== 'pending' && !isSnoozed
  const tab = (status: View, label: string, isCurrent: boolean) => (
    <InboxLink
      key={status}
      href={writeAddress({ id: null, filters: { ...filters, status } })}
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center gap-1 px-1.5 text-15 min-[26rem]:px-2 ${isCurrent ? 'font-semibold text-ink' : 'text-soft hover:text-ink'}`}
    >
      <span className={isCurrent ? 'border-b-2 border-accent py-1' : 'border-b-2 border-transparent py-1'}>
        {label}
      </span>
      {isCurrent && !isSnoozed && count !== null && <span className="text-13 font-normal text-soft">{count}</span>}
    </InboxLink>
  )

  return (
    <nav aria-label={t('lists')} className="flex min-w-0 flex-wrap items-center">
      {tab('pending', t('waiting'), filters.status === 'pending')}
      {(snoozed > 0 || isSnoozed) && tab('snoozed', t('snoozed', { count: snoozed }), isSnoozed)}
      {isDone ? (
        <>
          <span aria-hidden className="mx-1 h-5 border-l border-line" />
          {doneStatuses.map((status) => tab(status, t(`done.${status}`), filters.status === status))}
        </>
      ) : (
        tab('resolved', t('done_tab'), false)
      )}
    </nav>
  )
}
