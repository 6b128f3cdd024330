'use client'

import { useTranslations } from 'next-intl'
import { Moment } from '@/components/clock/moment'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import type { ApiKey } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { SettingsRow } from './settings-row'

export function KeyRow({ row }: { row: ApiKey }) {
  const t = useTranslations('KeySettings')
  const modes = useTranslations('Mode')
  const revoke = useSettingsCall('keys', ({ keys }) => keys.revoke(row.id))
  const time = (name: 'used' | 'revoked_at' | 'expires', at: string) =>
    t.rich(name, { when: () => <Moment key="when" at={at} /> })

  return (
    <SettingsRow
      title={<SafeText>{row.name}</SafeText>}
      tags={
        <>
          <Tag>{t(`scope_tags.${row.scope}`)}</Tag>
          <Tag>{modes(row.mode)}</Tag>
          {row.revoked_at !== null && <Tag tone="refusal">{t('revoked')}</Tag>}
        </>
      }
      facts={[
        <span key="last4" className="font-mono">{`…${row.last4}`}</span>,
        row.agent !== null && t.rich('as_agent', { agent: () => <SafeText key="agent">{row.agent ?? ''}</SafeText> }),
        row.last_used_at === null ? t('unused') : time('used', row.last_used_at),
        row.revoked_at !== null && time('revoked_at', row.revoked_at),
        row.revoked_at === null && row.expires_at !== null && time('expires', row.expires_at),
      ]}
      actions={
        row.revoked_at === null ? (
          <CallDialog
            label={t('revoke')}
            labelFor={t('revoke_named', { name: row.name })}
            variant="refusal"
            title={t.rich('revoke_title', { name: () => <SafeText key="name">{row.name}</SafeText> })}
            description={t('revoke_what')}
            submit={t('revoke')}
            call={revoke}
            read={() => undefined}
          />
        ) : undefined
      }
    />
  )
}
