'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { auditList } from '@/components/query/settings-lists'
import { readAuditFilters } from './audit-filters'
import { AuditForm } from './audit-form'
import { AuditRow } from './audit-row'
import { SettingsList } from './settings-list'
import { SettingsScreen } from './settings-screen'

/** The record of both worlds: who did what, newest first. */
export function AuditScreen() {
  const t = useTranslations('AuditSettings')
  const filters = readAuditFilters(new URLSearchParams(useSearchParams()))
  const query = useInfiniteQuery(auditList(useMode(), filters))
  return (
    <SettingsScreen section="audit">
      <AuditForm filters={filters} />
      <SettingsList query={query} label={t('list')} empty={t('empty')}>
        {(row) => <AuditRow key={`${row.chain}/${row.seq}`} row={row} />}
      </SettingsList>
    </SettingsScreen>
  )
}
