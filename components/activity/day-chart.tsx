'use client'

import { useTranslations } from 'next-intl'
import type { Activity } from '@/lib/sdk'
import { DataTable } from './data-table'
import { useFigures } from './use-figures'

const width = 720
const height = 140
const gap = 2

/** Answers and what ran out, a bar for each day, and the same as a table for who does not see it. */
export function DayChart({ days }: { days: Activity['days'] }) {
  const t = useTranslations('Activity')
  const figures = useFigures()
  const most = Math.max(1, ...days.map(({ answers, expired }) => answers + expired))
  const step = width / days.length
  const tall = (count: number) => (count / most) * height
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex gap-2 text-12 text-soft">
        <span className="w-8 text-right tabular-nums">{figures.count(most)}</span>
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-36 w-0 min-w-0 grow border-b border-l border-line"
        >
          {days.map(({ from, answers, expired }, index) => (
            <g key={from}>
              <title>{t('bar', { day: figures.day(from), answers, expired })}</title>
              <rect
                x={index * step + gap / 2}
                y={height - tall(answers)}
                width={step - gap}
                height={tall(answers)}
                className="fill-accent"
              />
              <rect
                x={index * step + gap / 2}
                y={height - tall(answers) - tall(expired)}
                width={step - gap}
                height={tall(expired)}
                className="fill-money-edge"
              />
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 pl-10 text-12 text-soft">
        <span>{first && figures.day(first.from)}</span>
        <span className="flex gap-4">
          <Legend className="bg-accent" text={t('answers')} />
          <Legend className="bg-money-edge" text={t('expired')} />
        </span>
        <span>{last && figures.day(last.from)}</span>
      </figcaption>
      <details>
        <summary className="inline-flex min-h-11 items-center text-13 text-soft hover:text-ink">{t('table')}</summary>
        <DataTable
          label={t('by_day')}
          columns={[t('day'), t('answers'), t('expired'), t('median')]}
          rows={days.map(({ from, answers, expired, median_ms }) => ({
            key: from,
            cells: [figures.day(from), figures.count(answers), figures.count(expired), figures.span(median_ms)],
          }))}
        />
      </details>
    </figure>
  )
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-small ${className}`} />
      {text}
    </span>
  )
}
