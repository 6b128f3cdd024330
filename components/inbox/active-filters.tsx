'use client'

import { X } from 'lucide-react'
import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { formatExact } from '@/components/format/time'
import { kindLabels, typeLabels } from '@/components/interaction/labels'
import { SafeText } from '@/components/ui/safe-text'
import { writeAddress } from './address'
import { type Filters, isNarrowed, type Narrowing, narrowing } from './filters'
import { InboxLink } from './inbox-link'

function without(filters: Filters, name: Narrowing): Filters {
  const { [name]: _, ...rest } = filters
  return rest
}

/** What the list is narrowed to, each with a way out. */
export function ActiveFilters({ filters }: { filters: Filters }) {
  const t = useTranslations('Filters')
  const types = useTranslations('Types')
  const kinds = useTranslations('Kinds')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  if (!isNarrowed(filters)) return null
  const exact = (time: string) => formatExact(Date.parse(time), locale, timeZone)
  const labels = {
    ...filters,
    ...(filters.type && { type: types(typeLabels[filters.type]) }),
    ...(filters.kind && { kind: kinds(kindLabels[filters.kind]) }),
    ...(filters.moves_money && { moves_money: t(`money.${filters.moves_money}`) }),
    ...(filters.age && { age: t(`ages.${filters.age}`) }),
    ...(filters.created_after && { created_after: exact(filters.created_after) }),
    ...(filters.created_before && { created_before: exact(filters.created_before) }),
  }
  return (
    <ul className="flex flex-wrap gap-2 px-4 pb-2">
      {narrowing
        .filter((name) => labels[name] !== undefined)
        .map((name) => (
          <li key={name} className="max-w-full">
            <InboxLink
              href={writeAddress({ id: null, filters: without(filters, name) })}
              className="inline-flex min-h-8 max-w-full pointer-coarse:min-h-11 items-center gap-1.5 rounded border border-edge px-2 text-13 hover:bg-sunken"
            >
              <span className="shrink-0 text-soft">{t(name)}</span>
              <SafeText className="truncate">{labels[name] ?? ''}</SafeText>
              <X aria-hidden size={14} className="shrink-0" />
              <span className="sr-only">{t('remove')}</span>
            </InboxLink>
          </li>
        ))}
    </ul>
  )
}
