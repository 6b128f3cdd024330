'use client'

import { useTranslations } from 'next-intl'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import type { Person } from '@/lib/sdk'
import { PersonActions } from './person-actions'
import { SettingsRow } from './settings-row'

export function PersonRow({ row }: { row: Person }) {
  const t = useTranslations('PeopleSettings')
  const account = useTranslations('Account')
  return (
    <SettingsRow
      title={<SafeText>{row.name}</SafeText>}
      tags={<Tag>{account(`role.${row.role}`)}</Tag>}
      facts={[
        <SafeText key="email">{row.email}</SafeText>,
        row.user_ids.length === 0 && t('no_users'),
        ...row.user_ids.map((id) => (
          <SafeText key={id} className="font-mono">
            {id}
          </SafeText>
        )),
      ]}
      actions={<PersonActions row={row} />}
    />
  )
}
