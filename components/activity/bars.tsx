'use client'

import type { ReactNode } from 'react'
import { useFigures } from './use-figures'

interface Props {
  label: string
  bars: { key: string; name: ReactNode; count: number }[]
}

/** Counts with a bar under each. The words say all that the bars do. */
export function Bars({ label, bars }: Props) {
  const figures = useFigures()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul aria-label={label} className="grid content-start gap-2 text-13">
      {bars.map(({ key, name, count }) => (
        <li key={key} className="grid gap-1">
          <span className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="tabular-nums">{figures.count(count)}</span>
          </span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-1.5 w-full rounded-small">
            <rect width="100" height="1" className="fill-sunken" />
            <rect width={(count / most) * 100} height="1" className="fill-accent" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
