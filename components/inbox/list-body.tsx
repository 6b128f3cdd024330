'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { writeAddress } from './address'
import type { Filters } from './filters'
import { InboxRow } from './inbox-row'
import type { InboxList } from './use-inbox-list'
import { useRowWindow } from './use-row-window'

interface Props {
  list: InboxList
  filters: Filters
  openId: string | null
  scroller: RefObject<HTMLElement | null>
}

/** So many rows before the end the next page is asked for. */
const aheadRows = 30

export function ListBody({ list, filters, openId, scroller }: Props) {
  const t = useTranslations('List')
  const { query, rows, hasMore } = list
  const { virtualizer, handlers } = useRowWindow(rows, openId, scroller, list.rowsHandle)
  const drawn = virtualizer.getVirtualItems()
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - aheadRows
  const { fetchNextPage, isFetching, isFetchNextPageError } = query
  const readsOn = hasMore && isNearEnd && !isFetching && !isFetchNextPageError

  useEffect(() => {
    if (readsOn) void fetchNextPage({ cancelRefetch: false })
  }, [readsOn, fetchNextPage])

  return (
    <>
      <ul {...handlers} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <InboxRow
              key={row.item.id}
              ref={virtualizer.measureElement}
              row={row}
              index={index}
              setSize={hasMore ? -1 : rows.length}
              startPx={start}
              href={writeAddress({ id: row.item.id, filters })}
              isOpen={row.item.id === openId}
            />
          )
        })}
      </ul>
      {hasMore && (
        <div className="flex min-h-16 items-center justify-center px-4 text-13 text-soft">
          {isFetchNextPageError ? <Button onClick={() => void fetchNextPage()}>{t('more')}</Button> : t('loading_more')}
        </div>
      )}
    </>
  )
}
