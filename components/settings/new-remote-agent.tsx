'use client'

import { useTranslations } from 'next-intl'
import { remoteAgents } from '@/components/query/remote-agents'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { TextField } from '@/components/ui/text-field'
import type { RemoteAgentBody } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { textOf } from './form'

function readAgent(form: FormData): RemoteAgentBody {
  const credential = textOf(form, 'credential')
  const userId = textOf(form, 'user_id')
  return {
    card_url: textOf(form, 'card_url'),
    ...(credential !== '' && { credential }),
    ...(userId !== '' && { user_id: userId }),
  }
}

export function NewRemoteAgent() {
  const t = useTranslations('RemoteAgentSettings')
  const create = useSettingsCall('agents', remoteAgents.create)
  return (
    <CallDialog
      label={t('new')}
      variant="primary"
      title={t('new_title')}
      description={t('new_what')}
      submit={t('create')}
      call={create}
      read={readAgent}
    >
      <TextField
        label={t('card_url')}
        name="card_url"
        type="url"
        required
        maxLength={2048}
        placeholder="https://"
        hint={t('card_url_hint')}
      />
      <TextField
        label={t('credential')}
        name="credential"
        type="password"
        maxLength={4096}
        autoComplete="off"
        hint={t('credential_hint')}
      />
      <TextField
        label={t('user_id')}
        name="user_id"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('user_id_hint')}
      />
    </CallDialog>
  )
}
