'use client'

import { useTranslations } from 'next-intl'

export function CardSkeleton() {
  const t = useTranslations('CardPane')
  return (
    <div role="status" className="mx-auto grid w-full max-w-[45rem] gap-4 px-5 pt-6">
      <span className="sr-only">{t('loading')}</span>
      <span aria-hidden className="pulse-soft h-3.5 w-1/3 rounded-small bg-line" />
      <span aria-hidden className="pulse-soft h-7 w-4/5 rounded-small bg-line" />
      <span aria-hidden className="pulse-soft h-10 w-2/5 rounded-small bg-line" />
      <span aria-hidden className="pulse-soft h-28 rounded bg-line" />
    </div>
  )
}
