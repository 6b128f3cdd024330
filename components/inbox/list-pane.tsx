'use client'

import { useRef } from 'react'
import { BulkBar } from './bulk-bar'
import { EmptyList } from './empty-list'
import type { Filters } from './filters'
import { ListBody } from './list-body'
import { ListHead } from './list-head'
import { ListSkeleton } from './list-skeleton'
import { NewItems } from './new-items'
import { Trouble } from './trouble'
import type { InboxList } from './use-inbox-list'

interface Props {
  list: InboxList
  filters: Filters
  openId: string | null
  className: string
}

/** The left side: what waits, or what is done. What was read stays when the server is away. */
export function ListPane({ list, filters, openId, className }: Props) {
  const { query, rows } = list
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <section
      aria-labelledby="list-title"
      className={`min-w-0 flex-col border-line bg-surface split:border-r tall:overflow-hidden ${className}`}
    >
      <ListHead list={list} filters={filters} />
      <BulkBar key={list.name} rows={rows} />
      {query.isError && <Trouble error={query.error} hasOld={rows.length > 0} />}
      <div {...list.handlers} className="flex min-h-0 grow flex-col">
        <NewItems count={list.waitingCount} onShow={list.letIn} />
        {/* On a very low viewport it is as high as that, and the page scrolls past it. */}
        <div ref={scroller} onScroll={list.onScroll} className="max-h-dvh grow overflow-y-auto tall:max-h-none">
          {(query.isPending || (rows.length === 0 && list.hasMore)) && <ListSkeleton />}
          {query.isSuccess && rows.length === 0 && !list.hasMore && <EmptyList filters={filters} />}
          {rows.length > 0 && (
            <ListBody key={list.name} list={list} filters={filters} openId={openId} scroller={scroller} />
          )}
        </div>
      </div>
    </section>
  )
}
