'use client'

import { useTranslations } from 'next-intl'
import { InboxLink } from '@/components/inbox/inbox-link'
import { type Period, periods, writePeriod } from './period'

export function PeriodChoice({ chosen }: { chosen: Period }) {
  const t = useTranslations('Activity')
  return (
    <nav aria-label={t('period')} className="flex rounded border border-edge p-0.5">
      {periods.map((days) => (
        <InboxLink
          key={days}
          href={writePeriod(days)}
          aria-current={days === chosen ? 'true' : undefined}
          className={`relative inline-flex min-h-10 items-center rounded-small px-3 text-13 pointer-coarse:min-h-11 ${days === chosen ? 'bg-accent-tint font-medium text-ink' : 'text-soft hover:text-ink'}`}
        >
          {t('days', { count: days })}
        </InboxLink>
      ))}
    </nav>
  )
}
