'use client'

import { useTranslations } from 'next-intl'
import { useClock } from '@/components/clock/use-clock'
import { useMoneyPause } from '@/components/query/money-pause'
import { Notice } from '@/components/ui/notice'

/** After too many yeses to money in a minute: why there is none now, and when there is again. */
export function Pause({ wasRefused }: { wasRefused: boolean }) {
  const t = useTranslations('Answering')
  const pause = useMoneyPause()
  const seconds = useClock((nowMs) => (pause === null ? 0 : Math.ceil((pause.untilMs - nowMs) / 1000)))
  if (pause === null || (seconds <= 0 && !wasRefused)) return null
  if (seconds <= 0) return <Notice>{t('pause_over')}</Notice>
  return (
    <Notice tone="money">
      <h3 className="font-semibold">{t('pause')}</h3>
      {wasRefused && <p>{t('pause_why', { limit: pause.limit })}</p>}
      <p>{t('pause_until', { count: seconds })}</p>
    </Notice>
  )
}
