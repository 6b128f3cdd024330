'use client'

import { useTranslations } from 'next-intl'
import { Moment } from '@/components/clock/moment'
import { InboxLink } from '@/components/inbox/inbox-link'
import type { AuditEntry } from '@/components/query/settings-lists'
import { Facts } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import { writeAuditFilters } from './audit-filters'
import { focusTitle } from './sections'
import { SettingsRow } from './settings-row'

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A link that narrows the record to what is named in it. */
function Narrow({ filters, text }: { filters: Parameters<typeof writeAuditFilters>[0]; text: string }) {
  return (
    <InboxLink
      href={writeAuditFilters(filters)}
      onOpen={focusTitle}
      className="inline-flex min-h-7 items-center font-mono pointer-coarse:min-h-11 underline underline-offset-4 hover:text-ink"
    >
      <SafeText>{text}</SafeText>
    </InboxLink>
  )
}

export function AuditRow({ row }: { row: AuditEntry }) {
  const t = useTranslations('AuditSettings')
  const { actor } = row
  const facts = Object.entries(row.facts).map(([name, value]) => ({
    key: name,
    label: <SafeText>{name}</SafeText>,
    value: <SafeText>{toText(value)}</SafeText>,
  }))
  return (
    <SettingsRow
      title={<Narrow filters={{ action: row.action }} text={row.action} />}
      facts={[
        <Moment key="at" at={row.at} />,
        t('through', { channel: row.channel }),
        <span key="actor" className="inline-flex flex-wrap items-center gap-x-2">
          <SafeText>{actor.name ?? actor.type}</SafeText>
          {actor.id !== null && <Narrow filters={{ actor_id: actor.id }} text={actor.id} />}
        </span>,
        row.chain !== 'deployment' && <Narrow key="chain" filters={{ interaction_id: row.chain }} text={row.chain} />,
      ]}
    >
      {(facts.length > 0 || row.request_id !== null) && (
        <details>
          <summary className="inline-flex min-h-7 items-center pointer-coarse:min-h-11 text-13 text-soft hover:text-ink">
            {t('facts')}
          </summary>
          <Facts
            facts={[
              ...(row.request_id === null
                ? []
                : [{ key: ' request', label: t('request'), value: <SafeText>{row.request_id}</SafeText> }]),
              ...facts,
            ]}
          />
        </details>
      )}
    </SettingsRow>
  )
}
