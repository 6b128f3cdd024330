'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { usePerson } from '@/components/account/person-context'
import { CallError } from '@/components/call-errors/call-error'
import { ownTimeZone } from '@/components/messages/time-zone'
import {
  type NoticeChanges,
  type NoticeChannel,
  type NoticePreferences,
  useChangeNotices,
} from '@/components/query/notices'
import { textOf } from '@/components/settings/form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { ChannelOrder } from './channel-order'
import { Choice } from './choice'

/** With what this page knows of the person: their language and their time zone. */
function readChanges(form: FormData, channels: NoticeChannel[], isAdmin: boolean, locale: string): NoticeChanges {
  const from = textOf(form, 'quiet_from')
  const until = textOf(form, 'quiet_until')
  const slack = textOf(form, 'slack_webhook')
  return {
    channels,
    quiet_hours: from !== '' && until !== '' ? { from, until } : null,
    time_zone: ownTimeZone(),
    locale,
    show_details: form.has('show_details'),
    ...(isAdmin && { company_items: form.has('company_items') }),
    ...(slack !== '' && { slack_webhook: slack }),
    ...(form.has('forget_slack') && { slack_webhook: null }),
  }
}

/** Channels and their order, quiet hours, and what a notice may hold. */
export function PreferencesForm({ preferences }: { preferences: NoticePreferences }) {
  const t = useTranslations('NoticeSettings')
  const isAdmin = usePerson().role === 'admin'
  const locale = useLocale()
  const change = useChangeNotices()
  const [channels, setChannels] = useState(preferences.channels)

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!change.isPending) change.mutate(readChanges(new FormData(event.currentTarget), channels, isAdmin, locale))
  }

  return (
    <form onSubmit={save} className="grid gap-6">
      <ChannelOrder offered={preferences.offered} chosen={channels} onChange={setChannels} />
      {preferences.offered.includes('slack') && preferences.slack_account === null && (
        <div className="grid gap-2">
          <TextField
            // What was saved is not shown again.
            key={change.isSuccess ? change.submittedAt : 0}
            label={t('slack_webhook')}
            hint={
              preferences.has_slack_webhook
                ? t('slack_kept')
                : t(preferences.shares_slack_webhook ? 'slack_shared' : 'slack_hint')
            }
            name="slack_webhook"
            type="url"
            maxLength={2048}
            autoComplete="off"
            placeholder="https://hooks.slack.com/services/…"
          />
          {preferences.has_slack_webhook && <Choice name="forget_slack" label={t('slack_forget')} />}
        </div>
      )}
      <fieldset className="grid gap-2">
        <legend className="text-15 font-medium">{t('quiet')}</legend>
        <p className="text-13 text-soft">{t('quiet_what', { zone: preferences.time_zone })}</p>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('quiet_from')}
            name="quiet_from"
            type="time"
            defaultValue={preferences.quiet_hours?.from}
          />
          <TextField
            label={t('quiet_until')}
            name="quiet_until"
            type="time"
            defaultValue={preferences.quiet_hours?.until}
          />
        </div>
      </fieldset>
      <div className="grid gap-2">
        <Choice name="show_details" label={t('details')} hint={t('details_what')} isChosen={preferences.show_details} />
        {isAdmin && <Choice name="company_items" label={t('company')} isChosen={preferences.company_items} />}
      </div>
      <CallError error={change.error} />
      <div className="flex items-center gap-4">
        <Button type="submit" variant="primary" unavailable={change.isPending}>
          {t('save')}
        </Button>
        <p role="status" className="text-13 text-soft">
          {change.isSuccess ? t('saved') : ''}
        </p>
      </div>
    </form>
  )
}
