'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { keyList } from '@/components/query/settings-lists'
import { KeyRow } from './key-row'
import { NewKey } from './new-key'
import { SettingsList } from './settings-list'
import { SettingsScreen } from './settings-screen'

/** The API keys of the shown world. */
export function KeysScreen() {
  const t = useTranslations('KeySettings')
  const query = useInfiniteQuery(keyList(useMode()))
  return (
    <SettingsScreen section="keys" action={<NewKey />}>
      <SettingsList query={query} label={t('list')} empty={t('empty')}>
        {(row) => <KeyRow key={row.id} row={row} />}
      </SettingsList>
    </SettingsScreen>
  )
}
