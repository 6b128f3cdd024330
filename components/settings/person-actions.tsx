'use client'

import { useTranslations } from 'next-intl'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { SafeText } from '@/components/ui/safe-text'
import type { Person, PersonChange, Vestra } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { PersonFields, readStanding } from './person-fields'

async function makeLink(client: Vestra, id: string): Promise<{ sign_in_link: string }> {
  const path = `/v1/people/${encodeURIComponent(id)}/link`
  return JSON.parse(await client.requestText({ method: 'POST', path, isOncePerTry: true }))
}

export function PersonActions({ row }: { row: Person }) {
  const t = useTranslations('PeopleSettings')
  const change = useSettingsCall('people', ({ people }, body: PersonChange) => people.change(row.id, body))
  const link = useSettingsCall('people', (client) => makeLink(client, row.id))
  const remove = useSettingsCall('people', ({ people }) => people.remove(row.id))
  const name = () => <SafeText key="name">{row.name}</SafeText>

  return (
    <>
      <CallDialog
        label={t('edit')}
        labelFor={t('edit_named', { name: row.name })}
        title={t.rich('edit_title', { name })}
        submit={t('save')}
        call={change}
        read={readStanding}
      >
        <PersonFields standing={row} />
      </CallDialog>
      <CallDialog
        label={t('link')}
        labelFor={t('link_named', { name: row.name })}
        title={t.rich('link_title', { name })}
        description={t('link_what')}
        submit={t('link_make')}
        call={link}
        read={() => undefined}
        secretOf={({ sign_in_link }) => ({ label: t('link_for', { email: row.email }), value: sign_in_link })}
      />
      <CallDialog
        label={t('remove')}
        labelFor={t('remove_named', { name: row.name })}
        variant="refusal"
        title={t.rich('remove_title', { name })}
        description={t('remove_what')}
        submit={t('remove')}
        call={remove}
        read={() => undefined}
      />
    </>
  )
}
