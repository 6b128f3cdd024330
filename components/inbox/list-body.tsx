'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { writeAddress } from './address'
import type { Filters } from './filters'
import { GroupHead } from './group-head'
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
  const { query, lines, hasMore } = list
  const { virtualizer, handlers } = useRowWindow(lines, openId, scroller, list.rowsHandle)
  const drawn = virtualizer.getVirtualItems()
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= lines.length - aheadRows
  const { fetchNextPage, isFetching, isFetchNextPageError } = query
  const readsOn = hasMore && isNearEnd && !isFetching && !isFetchNextPageError

  useEffect(() => {
    if (readsOn) void fetchNextPage({ cancelRefetch: false })
  }, [readsOn, fetchNextPage])

  return (
    <>
      <ul {...handlers} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <li
              key={line.key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              // -1 while it is not known how many there are.
              aria-setsize={hasMore ? -1 : lines.length}
              // What is drawn ahead costs its layout only when it comes into view; until then it is as high as most.
              className={`absolute inset-x-0 border-b border-line [content-visibility:auto] ${line.group ? '[contain-intrinsic-block-size:auto_2.75rem]' : '[contain-intrinsic-block-size:auto_4rem]'}`}
              style={{ top: start }}
            >
              {line.group ? (
                <GroupHead
                  group={line.group}
                  isFolded={line.isFolded}
                  onToggle={() => list.toggleFold(line.group.shape)}
                />
              ) : (
                <InboxRow
                  row={line.row}
                  href={writeAddress({ id: line.row.item.id, filters })}
                  isOpen={line.row.item.id === openId}
                  isGrouped={line.isGrouped}
                />
              )}
            </li>
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
