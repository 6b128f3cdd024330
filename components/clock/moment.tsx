'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { distanceTo, formatClock, formatExact, formatZone } from '@/components/format/time'
import { useClock } from './use-clock'

interface Props {
  at: string
  /** Says whose time it is, where somebody must be there in time. */
  withZone?: boolean
}

/** A time as "in 12 min (14:05)", in the reader's own zone, measured by the server's clock. */
export function Moment({ at, withZone = false }: Props) {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const atMs = Date.parse(at)
  const t = useTranslations('Time')
  const text = useClock((nowMs) => {
    const { direction, unit, count } = distanceTo(atMs, nowMs)
    const clock = formatClock(atMs, nowMs, locale, timeZone)
    const time = withZone ? t('yours', { time: clock, zone: formatZone(atMs, locale, timeZone) }) : clock
    return `${t(`${direction}.${unit}`, { count })} (${time})`
  })
  return (
    <time dateTime={at} title={formatExact(atMs, locale, timeZone)}>
      {text}
    </time>
  )
}
