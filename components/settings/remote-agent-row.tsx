'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '@/components/call-errors/call-error'
import { Moment } from '@/components/clock/moment'
import { remoteAgents } from '@/components/query/remote-agents'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { Button } from '@/components/ui/button'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import { UrlText } from '@/components/ui/url-text'
import type { RemoteAgent } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { SettingsRow } from './settings-row'

function StateTag({ row }: { row: RemoteAgent }) {
  const t = useTranslations('RemoteAgentSettings')
  if (row.status === 'paused') return <Tag>{t('paused')}</Tag>
  if (row.last_error !== null) return <Tag tone="refusal">{t('failing')}</Tag>
  return row.last_seen_at === null ? <Tag>{t('unseen')}</Tag> : <Tag tone="recorded">{t('reached')}</Tag>
}

export function RemoteAgentRow({ row }: { row: RemoteAgent }) {
  const t = useTranslations('RemoteAgentSettings')
  const pause = useSettingsCall('agents', (client, paused: boolean) => remoteAgents.setPaused(client, row.id, paused))
  const remove = useSettingsCall('agents', (client) => remoteAgents.remove(client, row.id))
  const { name } = row
  const isPaused = row.status === 'paused'

  return (
    <SettingsRow
      title={<SafeText>{name}</SafeText>}
      tags={<StateTag row={row} />}
      facts={[
        <UrlText key="url" url={row.url} />,
        row.user_id === null
          ? t('for_company')
          : t.rich('for_user', { user: () => <SafeText key="user">{row.user_id ?? ''}</SafeText> }),
        row.last_seen_at !== null &&
          t.rich('seen', { when: () => <Moment key="when" at={row.last_seen_at ?? row.created_at} /> }),
        row.last_error !== null &&
          t.rich('last_error', { error: () => <SafeText key="error">{row.last_error ?? ''}</SafeText> }),
      ]}
      actions={
        <>
          <Button
            aria-label={t(isPaused ? 'resume_named' : 'pause_named', { name })}
            unavailable={pause.isPending}
            onClick={() => pause.mutate(!isPaused)}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <CallDialog
            label={t('remove')}
            labelFor={t('remove_named', { name })}
            variant="refusal"
            title={t.rich('remove_title', { name: () => <SafeText key="name">{name}</SafeText> })}
            description={t('remove_what')}
            submit={t('remove')}
            call={remove}
            read={() => undefined}
          />
        </>
      }
    >
      <CallError error={pause.error} />
    </SettingsRow>
  )
}
