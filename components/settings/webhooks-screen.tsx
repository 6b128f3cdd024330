'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { webhookList } from '@/components/query/settings-lists'
import { NewWebhook } from './new-webhook'
import { SettingsList } from './settings-list'
import { SettingsScreen } from './settings-screen'
import { WebhookRow } from './webhook-row'

/** Where the events of the shown world are sent. */
export function WebhooksScreen() {
  const t = useTranslations('WebhookSettings')
  const query = useInfiniteQuery(webhookList(useMode()))
  return (
    <SettingsScreen section="webhooks" action={<NewWebhook />}>
      <SettingsList query={query} label={t('list')} empty={t('empty')}>
        {(row) => <WebhookRow key={row.id} row={row} />}
      </SettingsList>
    </SettingsScreen>
  )
}
