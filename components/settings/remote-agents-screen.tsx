'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { remoteAgentList } from '@/components/query/settings-lists'
import { NewRemoteAgent } from './new-remote-agent'
import { RemoteAgentRow } from './remote-agent-row'
import { SettingsList } from './settings-list'
import { SettingsScreen } from './settings-screen'

/** The A2A agents elsewhere of the shown world. */
export function RemoteAgentsScreen() {
  const t = useTranslations('RemoteAgentSettings')
  const query = useInfiniteQuery(remoteAgentList(useMode()))
  return (
    <SettingsScreen section="agents" action={<NewRemoteAgent />}>
      <SettingsList query={query} label={t('list')} empty={t('empty')}>
        {(row) => <RemoteAgentRow key={row.id} row={row} />}
      </SettingsList>
    </SettingsScreen>
  )
}
