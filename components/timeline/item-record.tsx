'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { CallError } from '@/components/call-errors/call-error'
import { itemRecord } from '@/components/query/item-record'
import { toRows } from '@/components/query/settings-lists'
import { Button } from '@/components/ui/button'
import type { Interaction } from '@/lib/interactions/interaction'
import { RecordMark } from './record-mark'
import { Timeline } from './timeline'
import { useSteps } from './use-steps'

/** The record of an item, newest first, and whether it is as it was written. */
export function ItemRecord({ item }: { item: Interaction }) {
  const t = useTranslations('History')
  const query = useInfiniteQuery(itemRecord(useMode(), item.id))
  const rows = query.data ? toRows(query.data) : []
  const steps = useSteps(rows)
  const [newest] = rows
  return (
    <div className="grid gap-3">
      <CallError error={query.error} />
      {query.isPending && (
        <p role="status" className="text-soft">
          {t('reading')}
        </p>
      )}
      {newest && <RecordMark id={item.id} lastSeq={newest.seq} />}
      {steps.length > 0 && <Timeline steps={steps} />}
      {query.hasNextPage && (
        <Button unavailable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? t('reading') : t('more')}
        </Button>
      )}
    </div>
  )
}
