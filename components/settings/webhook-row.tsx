'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import { UrlText } from '@/components/ui/url-text'
import type { WebhookEndpoint } from '@/lib/sdk'
import { Deliveries } from './deliveries'
import { SettingsRow } from './settings-row'
import { WebhookActions } from './webhook-actions'

export function WebhookRow({ row }: { row: WebhookEndpoint }) {
  const t = useTranslations('WebhookSettings')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const status = row.disabled_reason === null ? t(`status.${row.status}`) : t(`disabled.${row.disabled_reason}`)
  return (
    <SettingsRow
      title={<UrlText url={row.url} />}
      tags={<Tag tone={row.status === 'enabled' ? 'recorded' : 'refusal'}>{status}</Tag>}
      facts={[
        row.description !== null && <SafeText key="description">{row.description}</SafeText>,
        ...row.events.map((name) => (
          <span key={name} className="font-mono">
            {name}
          </span>
        )),
      ]}
      actions={
        <>
          <Button
            aria-label={t('deliveries_of', { url: row.url })}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('deliveries')}
          </Button>
          <WebhookActions row={row} />
        </>
      }
    >
      <div id={id}>{isOpen && <Deliveries endpointId={row.id} />}</div>
    </SettingsRow>
  )
}
