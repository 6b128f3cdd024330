'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { InboxLink } from '@/components/inbox/inbox-link'
import type { AuditFilters } from '@/components/query/settings-lists'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { auditFilters, readAuditFilters, writeAuditFilters } from './audit-filters'
import { focusTitle, sectionPaths } from './sections'

/** Narrows the record. The form is the address: what it sends are the names of the address. */
export function AuditForm({ filters }: { filters: AuditFilters }) {
  const t = useTranslations('AuditSettings')
  const address = writeAuditFilters(filters)

  // Read from the form when it is sent: what was typed before the script ran counts too.
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) params.set(name, String(value))
    window.history.pushState(null, '', writeAuditFilters(readAuditFilters(params)))
  }

  return (
    <form action={sectionPaths.audit} onSubmit={apply} className="grid gap-3">
      <div className="grid gap-3 min-[40rem]:grid-cols-3">
        {auditFilters.map((name) => (
          <TextField
            key={`${name} ${address}`}
            label={t(name)}
            name={name}
            defaultValue={filters[name] ?? ''}
            placeholder={t(`${name}_example`)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-4">
        {Object.keys(filters).length > 0 && (
          <InboxLink
            href={sectionPaths.audit}
            onOpen={focusTitle}
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            {t('clear')}
          </InboxLink>
        )}
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  )
}
