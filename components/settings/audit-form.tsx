'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
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
  const [typed, setTyped] = useState({ address, filters })
  if (typed.address !== address) setTyped({ address, filters })

  function apply(event: FormEvent) {
    event.preventDefault()
    const params = new URLSearchParams({ ...typed.filters })
    window.history.pushState(null, '', writeAuditFilters(readAuditFilters(params)))
  }

  return (
    <form action={sectionPaths.audit} onSubmit={apply} className="grid gap-3">
      <div className="grid gap-3 min-[40rem]:grid-cols-3">
        {auditFilters.map((name) => (
          <TextField
            key={name}
            label={t(name)}
            name={name}
            value={typed.filters[name] ?? ''}
            onChange={(event) => setTyped({ address, filters: { ...typed.filters, [name]: event.target.value } })}
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
