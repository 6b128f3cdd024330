'use client'

import { ListChecks, SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { part } from '@/components/ui/part'
import { ActiveFilters } from './active-filters'
import type { Filters } from './filters'
import { SavedViews } from './saved-views'
import { SearchBox } from './search-box'
import { select, useSelection } from './selection-store'
import { StatusTabs } from './status-tabs'
import type { InboxList } from './use-inbox-list'

const FilterForm = part(() => import('./filter-form').then((file) => file.FilterForm))

interface Props {
  list: InboxList
  filters: Filters
}

export function ListHead({ list, filters }: Props) {
  const t = useTranslations('List')
  const [isFiltering, setIsFiltering] = useState(false)
  const isSelecting = useSelection() !== null
  const count = `${list.count}${list.hasMore ? '+' : ''}`

  return (
    <div className="shrink-0 border-b border-line">
      <h2 id="list-title" className="sr-only">
        {t(`heading.${filters.status}`, { count })}
      </h2>
      <div className="flex items-center gap-2 px-2">
        <StatusTabs filters={filters} count={list.query.data ? count : null} />
      </div>
      <div className="flex items-center gap-1 px-3 pb-2">
        <SearchBox filters={filters} />
        <SavedViews filters={filters} />
        <IconButton
          icon={SlidersHorizontal}
          label={t('filter')}
          aria-expanded={isFiltering}
          aria-controls="filters"
          onClick={() => setIsFiltering(!isFiltering)}
        />
        {filters.status === 'pending' && (
          <IconButton
            icon={ListChecks}
            label={t('select')}
            aria-pressed={isSelecting}
            onClick={() => select(isSelecting ? null : new Set())}
          />
        )}
      </div>
      <ActiveFilters filters={filters} />
      <div id="filters">
        <Suspense>{isFiltering && <FilterForm filters={filters} onDone={() => setIsFiltering(false)} />}</Suspense>
      </div>
    </div>
  )
}
