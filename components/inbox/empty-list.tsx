'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { Moment } from '@/components/clock/moment'
import { interactionList } from '@/components/query/interaction-list'
import { writeAddress } from './address'
import { type Filters, isNarrowed } from './filters'
import { InboxLink } from './inbox-link'

const settled = { status: 'resolved' } as const

/** Nothing here, and what would be: an empty inbox is a good thing, an empty filter is a hint. */
export function EmptyList({ filters }: { filters: Filters }) {
  const t = useTranslations('Empty')
  const mode = useMode()
  const isCalm = filters.status === 'pending' && !isNarrowed(filters)
  const last = useInfiniteQuery({ ...interactionList(mode, settled), enabled: isCalm }).data?.pages[0]?.data[0]

  return (
    <div className="enter grid gap-2 px-6 py-12">
      <h3 id="empty-title" tabIndex={-1} className="text-18 font-semibold">
        {isNarrowed(filters) ? t('narrowed') : t(`title.${filters.status}`)}
      </h3>
      <p className="text-soft">{isNarrowed(filters) ? t('narrowed_hint') : t(`hint.${filters.status}`)}</p>
      {isNarrowed(filters) && (
        <p>
          <InboxLink
            href={writeAddress({ id: null, filters: { status: filters.status } })}
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            {t('clear')}
          </InboxLink>
        </p>
      )}
      {isCalm && last?.resolved_at && (
        <p className="text-13 text-soft">
          {t('last')} <Moment at={last.resolved_at} />
        </p>
      )}
    </div>
  )
}
