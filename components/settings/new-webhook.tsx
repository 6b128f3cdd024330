'use client'

import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { TextField } from '@/components/ui/text-field'
import type { EventType, WebhookEndpointBody } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { textOf } from './form'

/** Every event there is, under the name that its receiver reads. */
const events: Record<EventType, true> = {
  'interaction.created': true,
  'interaction.resolved': true,
  'interaction.cancelled': true,
  'interaction.expired': true,
}
const eventNames = Object.keys(events) as EventType[]

function readEndpoint(form: FormData): WebhookEndpointBody {
  const chosen = form.getAll('events')
  const description = textOf(form, 'description')
  return {
    url: textOf(form, 'url'),
    events: eventNames.filter((name) => chosen.includes(name)),
    ...(description !== '' && { description }),
  }
}

export function NewWebhook() {
  const t = useTranslations('WebhookSettings')
  const mode = useMode()
  const create = useSettingsCall('webhooks', ({ webhooks }, body: WebhookEndpointBody) => webhooks.create(body))
  return (
    <CallDialog
      label={t('new')}
      variant="primary"
      title={mode === null ? t('new_title') : t(`new_title_${mode}`)}
      submit={t('create')}
      call={create}
      read={readEndpoint}
      secretOf={({ secret }) => ({ label: t('secret'), value: secret })}
    >
      <TextField label={t('url')} name="url" type="url" required maxLength={2048} placeholder="https://" />
      <fieldset>
        <legend className="text-13 font-medium">{t('events')}</legend>
        {eventNames.map((name) => (
          <label key={name} className="flex min-h-11 items-center gap-3 font-mono text-13">
            <input type="checkbox" name="events" value={name} defaultChecked className="size-4 accent-accent" />
            {name}
          </label>
        ))}
      </fieldset>
      <TextField label={t('description')} name="description" maxLength={200} autoComplete="off" />
    </CallDialog>
  )
}
