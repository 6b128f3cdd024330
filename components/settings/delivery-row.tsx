'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '@/components/call-errors/call-error'
import { Moment } from '@/components/clock/moment'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { Button } from '@/components/ui/button'
import { SafeText } from '@/components/ui/safe-text'
import { Tag, type TagTone } from '@/components/ui/tag'
import type { WebhookDelivery } from '@/lib/sdk'
import { SettingsRow } from './settings-row'

const tones: Record<WebhookDelivery['status'], TagTone> = {
  pending: 'plain',
  delivered: 'recorded',
  failed: 'refusal',
}

export function DeliveryRow({ row }: { row: WebhookDelivery }) {
  const t = useTranslations('WebhookSettings')
  const resend = useSettingsCall('deliveries', ({ webhooks }) => webhooks.resend(row.id))
  return (
    <SettingsRow
      title={<span className="font-mono text-13">{row.type}</span>}
      tags={<Tag tone={tones[row.status]}>{t(`delivery.${row.status}`)}</Tag>}
      facts={[
        <span key="item" className="font-mono">
          {row.interaction_id}
        </span>,
        <Moment key="created" at={row.created_at} />,
        t('tries', { count: row.tries }),
        row.last_status !== null && t('last_status', { status: String(row.last_status) }),
        row.last_error !== null && <SafeText key="error">{row.last_error}</SafeText>,
        row.next_try_at !== null &&
          t.rich('next_try', { when: () => <Moment key="when" at={row.next_try_at ?? row.created_at} /> }),
      ]}
      actions={
        <Button
          aria-label={t('resend_named', { type: row.type, id: row.interaction_id })}
          unavailable={resend.isPending}
          onClick={() => resend.mutate(undefined)}
        >
          {t('resend')}
        </Button>
      }
    >
      <CallError error={resend.error} />
    </SettingsRow>
  )
}
