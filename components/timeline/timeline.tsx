'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatExact } from '@/components/format/time'

export interface Step {
  key: string
  at: string
  /** What happened, as a sentence. */
  text: ReactNode
  /** How, in small words; those that are not so are left out. */
  facts?: ReactNode[]
  tone?: 'plain' | 'recorded' | 'refusal'
}

const marks = { plain: 'bg-edge', recorded: 'bg-recorded', refusal: 'bg-refusal' } as const

/** Steps in time, newest first, each with its moment in the reader's own zone. */
export function Timeline({ steps }: { steps: Step[] }) {
  const t = useTranslations('History')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return (
    <ol aria-label={t('title')} className="ml-[7px] border-l border-line">
      {steps.map(({ key, at, text, facts = [], tone = 'plain' }) => (
        <li key={key} className="relative grid gap-0.5 py-2 pl-5 text-15">
          <span aria-hidden className={`absolute top-[1.05rem] -left-[4.5px] size-2 rounded-full ${marks[tone]}`} />
          <span className="min-w-0">{text}</span>
          <span className="flex flex-wrap gap-x-3 text-13 text-soft">
            <time dateTime={at}>{formatExact(Date.parse(at), locale, timeZone)}</time>
            {facts
              .filter((fact) => fact !== false && fact !== null)
              .map((fact, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one step keep their places
                <span key={index}>{fact}</span>
              ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
