'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Activity } from '@/lib/sdk'
import { useFigures } from './use-figures'

export function FigureTiles({ activity }: { activity: Activity }) {
  const t = useTranslations('Activity')
  const figures = useFigures()
  const id = useId()
  const { answers, expired, median_ms, yes_seen, yes_quick } = activity
  const tiles = [
    { label: t('answers'), value: figures.count(answers) },
    { label: t('expired'), value: figures.count(expired) },
    { label: t('median'), value: figures.span(median_ms) },
    {
      label: t('quick'),
      value: figures.share(yes_quick, yes_seen),
      note: yes_seen > 0 && t('of', { part: figures.count(yes_quick), whole: figures.count(yes_seen) }),
    },
  ]
  return (
    <div className="grid gap-3">
      <dl aria-describedby={id} className="grid grid-cols-2 gap-3 min-[48rem]:grid-cols-4">
        {tiles.map(({ label, value, note }) => (
          <div key={label} className="grid content-start gap-1 rounded border border-line bg-surface px-4 py-3">
            <dt className="text-13 text-soft">{label}</dt>
            <dd className="text-24 font-semibold tracking-tight tabular-nums">
              {value}
              {note && <span className="block text-13 font-normal tracking-normal text-soft">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p id={id} className="max-w-160 text-13 text-soft">
        {t('quick_what')}
      </p>
    </div>
  )
}
