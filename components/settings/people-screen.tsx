'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { personList } from '@/components/query/settings-lists'
import { NewPerson } from './new-person'
import { PersonRow } from './person-row'
import { SettingsList } from './settings-list'
import { SettingsScreen } from './settings-screen'

/** Who may sign in, and for whom they answer. The same in both worlds. */
export function PeopleScreen() {
  const t = useTranslations('PeopleSettings')
  const query = useInfiniteQuery(personList(useMode()))
  return (
    <SettingsScreen section="people" action={<NewPerson />}>
      <SettingsList query={query} label={t('list')} empty={t('empty')}>
        {(row) => <PersonRow key={row.id} row={row} />}
      </SettingsList>
    </SettingsScreen>
  )
}
