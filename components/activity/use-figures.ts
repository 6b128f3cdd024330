'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { spanOf } from '@/components/format/span'

/** Figures as people read them. */
export function useFigures() {
  const t = useTranslations('Activity')
  const time = useTranslations('Time.span')
  const format = useFormatter()
  return {
    count: (value: number) => format.number(value),
    span: (ms: number | null) =>
      ms === null
        ? t('none')
        : spanOf(ms)
            .map(({ unit, count }) => time(unit, { count }))
            .join(' '),
    share: (part: number, whole: number) =>
      whole === 0 ? t('none') : format.number(part / whole, { style: 'percent', maximumFractionDigits: 0 }),
    day: (at: string) => format.dateTime(new Date(at), { day: 'numeric', month: 'short' }),
  }
}
