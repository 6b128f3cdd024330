'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { writeAddress } from './address'
import { type Filters, readFilters, writeFilters } from './filters'

/** Searches the list that is shown. What is searched is the address. */
export function SearchBox({ filters }: { filters: Filters }) {
  const t = useTranslations('Filters')

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const params = new URLSearchParams(writeFilters(filters))
    params.set('q', String(new FormData(event.currentTarget).get('q') ?? ''))
    window.history.pushState(null, '', writeAddress({ id: null, filters: readFilters(params) }))
  }

  return (
    <search className="min-w-0 grow">
      <form action="/" onSubmit={search} className="relative">
        <Search
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft"
        />
        <input
          key={filters.q ?? ''}
          type="search"
          name="q"
          aria-label={t('search')}
          placeholder={t('search')}
          defaultValue={filters.q ?? ''}
          maxLength={200}
          autoComplete="off"
          data-shortcut="/"
          className="min-h-10 pointer-coarse:min-h-11 w-full min-w-0 rounded border border-edge bg-raised pr-2 pl-9 text-15 text-ink placeholder:text-soft"
        />
      </form>
    </search>
  )
}
