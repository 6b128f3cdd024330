'use client'

import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { usePerson } from '@/components/account/person-context'
import { part } from '@/components/ui/part'
import type { Interaction } from '@/lib/interactions/interaction'

const ItemRecord = part(() => import('./item-record').then((file) => file.ItemRecord))
const ShortHistory = part(() => import('./short-history').then((file) => file.ShortHistory))

interface Props {
  item: Interaction
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** What became of an item, from its record: whole for admins, in short for anybody else. Read when it is opened. */
export function History({ item, isOpen, onOpenChange }: Props) {
  const t = useTranslations('History')
  const isAdmin = usePerson().role === 'admin'
  return (
    <details open={isOpen} onToggle={(event) => onOpenChange(event.currentTarget.open)} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-13 font-medium text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="group-open:rotate-90" />
        {t('title')}
      </summary>
      <Suspense>{isOpen && (isAdmin ? <ItemRecord item={item} /> : <ShortHistory item={item} />)}</Suspense>
    </details>
  )
}
