'use client'

import { useTranslations } from 'next-intl'
import { distanceTo } from '@/components/format/time'
import { useClock } from './use-clock'

/** A time as "in 12 min", for rows. */
export function Countdown({ at }: { at: string }) {
  const t = useTranslations('Time')
  const text = useClock((nowMs) => {
    const { direction, unit, count } = distanceTo(Date.parse(at), nowMs)
    return t(`${direction}.${unit}`, { count })
  })
  return <time dateTime={at}>{text}</time>
}
