'use client'

import { useQuery } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { itemRecordCheck } from '@/components/query/item-record'

/** Says whether the hash chain of the record holds. Silent where that could not be asked. */
export function RecordMark({ id, lastSeq }: { id: string; lastSeq: number }) {
  const t = useTranslations('History')
  const { data: check } = useQuery(itemRecordCheck(useMode(), id, lastSeq))
  const Icon = check?.verified === false ? Link2Off : Link2
  const tone = check === undefined ? 'text-soft' : check.verified ? 'text-recorded' : 'text-refusal'
  return (
    <p role="status" className={`flex items-start gap-2 text-13 ${tone}`}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      {check === undefined
        ? t('check.checking')
        : check.fault
          ? t('check.fault', check.fault)
          : t('check.good', { rows: check.rows })}
    </p>
  )
}
