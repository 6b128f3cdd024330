'use client'

import { Bookmark, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef } from 'react'
import { usePerson } from '@/components/account/person-context'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { TextField } from '@/components/ui/text-field'
import { type Filters, writeFilters } from './filters'
import { InboxLink } from './inbox-link'
import { useSavedViews } from './view-store'

/** Addresses of this list under names of the person's own, on this device. */
export function SavedViews({ filters }: { filters: Filters }) {
  const t = useTranslations('Views')
  const { views, save, remove } = useSavedViews(usePerson().id)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const search = writeFilters(filters)

  function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return
    save({ name, search })
    event.currentTarget.reset()
  }

  return (
    <>
      <IconButton icon={Bookmark} label={t('title')} popoverTarget={id} className="[anchor-name:--saved-views]" />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('title')}
        className="fixed inset-auto top-[anchor(bottom)] left-3 m-0 w-80 max-w-[calc(100vw-1.5rem)] rounded border border-line bg-raised p-4 text-ink shadow-float [position-anchor:--saved-views]"
      >
        <div className="grid gap-3">
          {views.length === 0 && <p className="text-13 text-soft">{t('none')}</p>}
          <ul className="max-h-[40dvh] overflow-y-auto empty:hidden">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-2">
                <InboxLink
                  href={`/${view.search}`}
                  aria-current={view.search === search ? 'page' : undefined}
                  onOpen={() => menu.current?.hidePopover()}
                  className={`inline-flex min-h-11 min-w-0 grow items-center text-15 hover:underline ${view.search === search ? 'font-semibold' : ''}`}
                >
                  <bdi className="truncate">{view.name}</bdi>
                </InboxLink>
                <IconButton icon={X} label={t('remove', { name: view.name })} onClick={() => remove(view.name)} />
              </li>
            ))}
          </ul>
          <form onSubmit={keep} className="grid gap-2 border-t border-line pt-3">
            <TextField label={t('name')} name="name" maxLength={60} autoComplete="off" hint={t('hint')} />
            <div className="flex justify-end">
              <Button type="submit">{t('save')}</Button>
            </div>
          </form>
        </div>
      </div>
    </>
  )
}
