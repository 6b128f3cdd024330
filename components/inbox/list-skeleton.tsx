'use client'

import { useTranslations } from 'next-intl'

const rows = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-3/5']

/** As high as the rows that will stand here. */
export function ListSkeleton() {
  const t = useTranslations('List')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <ul aria-hidden>
        {rows.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <li key={index} className="grid min-h-16 content-center gap-2 border-b border-line px-4 py-2 pl-12">
            <span className={`pulse-soft h-3.5 rounded-small bg-line ${width}`} />
            <span className="pulse-soft h-3 w-2/5 rounded-small bg-line" />
          </li>
        ))}
      </ul>
    </div>
  )
}
