'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { distanceTo, formatClock, formatExact } from '@/components/format/time'
import { useClock } from './use-clock'

/** A time as "in 12 min (14:05)", in the reader's own zone, measured by the server's clock. */
export function Moment({ at }: { at: string }) {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const atMs = Date.parse(at)
  const t = useTranslations('Time')
  const text = useClock((nowMs) => {
    const { direction, unit, count } = distanceTo(atMs, nowMs)
    return `${t(`${direction}.${unit}`, { count })} (${formatClock(atMs, nowMs, locale, timeZone)})`
  })
  return (
    <time dateTime={at} title={formatExact(atMs, locale, timeZone)}>
      {text}
    </time>
  )
}
