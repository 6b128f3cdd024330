'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { distanceTo, formatClock, formatExact, formatZone } from '@/components/format/time'
import { useClock } from './use-clock'

interface Props {
  at: string
  /** Says whose time it is, where somebody must be there in time. */
  withZone?: boolean
}

/**
 * A time as "in 12 min (14:05)", in the reader's own zone, measured by the server's clock. What the server draws for a browser
 * whose zone it does not know yet is the distance alone.
 */
export function Moment({ at, withZone = false }: Props) {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const atMs = Date.parse(at)
  const t = useTranslations('Time')
  const text = useClock((nowMs) => {
    const { direction, unit, count } = distanceTo(atMs, nowMs)
    const distance = t(`${direction}.${unit}`, { count })
    if (timeZone === undefined) return distance
    const clock = formatClock(atMs, nowMs, locale, timeZone)
    const time = withZone ? t('yours', { time: clock, zone: formatZone(atMs, locale, timeZone) }) : clock
    return `${distance} (${time})`
  })
  return (
    <time dateTime={at} title={formatExact(atMs, locale, timeZone ?? 'UTC')}>
      {text}
    </time>
  )
}
