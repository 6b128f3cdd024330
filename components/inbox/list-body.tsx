'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { writeAddress } from './address'
import type { Filters } from './filters'
import { InboxRow } from './inbox-row'
import type { InboxList } from './use-inbox-list'

interface Props {
  list: InboxList
  filters: Filters
  openId: string | null
}

export function ListBody({ list, filters, openId }: Props) {
  const t = useTranslations('List')
  const { query, rows } = list
  return (
    <>
      <ul>
        {rows.map((row) => (
          <InboxRow
            key={row.item.id}
            row={row}
            href={writeAddress({ id: row.item.id, filters })}
            isOpen={row.item.id === openId}
          />
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex justify-center p-4">
          <Button unavailable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? t('loading_more') : t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
