'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { usePerson } from '@/components/account/person-context'
import { CallError } from '@/components/call-errors/call-error'
import { noticePreferences } from '@/components/query/notices'
import { SettingsScreen } from '@/components/settings/settings-screen'
import { BrowserList } from './browser-list'
import { ChannelTests } from './channel-tests'
import { FailingChannels } from './failing-channels'
import { PreferencesForm } from './preferences-form'
import { SlackAccount } from './slack-account'

/** How the signed-in person is told of what waits. */
export function NoticesScreen() {
  const t = useTranslations('Settings')
  const { role } = usePerson()
  const { data: preferences, error, isPending } = useQuery(noticePreferences)
  return (
    <SettingsScreen section="notices">
      <CallError error={error} />
      {isPending && (
        <p role="status" className="py-4 text-soft">
          {t('loading')}
        </p>
      )}
      {preferences && (
        <div className="grid max-w-160 gap-8">
          <PreferencesForm preferences={preferences} />
          {preferences.has_slack_app && <SlackAccount account={preferences.slack_account} />}
          <BrowserList preferences={preferences} />
          <ChannelTests preferences={preferences} />
          {role === 'admin' && <FailingChannels />}
        </div>
      )}
    </SettingsScreen>
  )
}
