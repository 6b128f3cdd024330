'use client'

import { useTranslations } from 'next-intl'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { UrlText } from '@/components/ui/url-text'
import type { WebhookEndpoint } from '@/lib/sdk'
import { CallDialog } from './call-dialog'

export function WebhookActions({ row }: { row: WebhookEndpoint }) {
  const t = useTranslations('WebhookSettings')
  const rotate = useSettingsCall('webhooks', ({ webhooks }) => webhooks.rotate(row.id))
  const enable = useSettingsCall('webhooks', ({ webhooks }) => webhooks.enable(row.id))
  const remove = useSettingsCall('webhooks', ({ webhooks }) => webhooks.remove(row.id))
  const address = <UrlText url={row.url} />
  const about = (text: string) => (
    <>
      {address}
      <p className="mt-2">{text}</p>
    </>
  )

  return (
    <>
      {row.status === 'disabled' && (
        <CallDialog
          label={t('enable')}
          labelFor={t('enable_named', { url: row.url })}
          title={t('enable_title')}
          description={about(t('enable_what'))}
          submit={t('enable')}
          call={enable}
          read={() => undefined}
        />
      )}
      <CallDialog
        label={t('rotate')}
        labelFor={t('rotate_named', { url: row.url })}
        title={t('rotate_title')}
        description={about(t('rotate_what'))}
        submit={t('rotate')}
        call={rotate}
        read={() => undefined}
        secretOf={({ secret }) => ({ label: t('secret'), value: secret })}
      />
      <CallDialog
        label={t('remove')}
        labelFor={t('remove_named', { url: row.url })}
        variant="refusal"
        title={t('remove_title')}
        description={about(t('remove_what'))}
        submit={t('remove')}
        call={remove}
        read={() => undefined}
      />
    </>
  )
}
