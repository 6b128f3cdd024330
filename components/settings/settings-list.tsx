'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CallError } from '@/components/call-errors/call-error'
import { toRows } from '@/components/query/settings-lists'
import { Button } from '@/components/ui/button'
import type { Page } from '@/lib/sdk'

interface Props<T> {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  label: string
  /** What is said where there is none. */
  empty: string
  children: (row: T) => ReactNode
}

/** A list in pages. What was read stays when a later reading fails. */
export function SettingsList<T>({ query, label, empty, children }: Props<T>) {
  const t = useTranslations('Settings')
  const rows = query.data ? toRows(query.data) : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CallError error={query.error} />
      {query.isPending && (
        <p role="status" className="py-4 text-soft">
          {t('loading')}
        </p>
      )}
      {query.data && rows.length === 0 && <p className="py-4 text-soft">{empty}</p>}
      {rows.length > 0 && (
        <ul aria-label={label} className="border-t border-line">
          {rows.map(children)}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center">
          <Button unavailable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? t('loading') : t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
