'use client'

import { useTranslations } from 'next-intl'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { TextField } from '@/components/ui/text-field'
import type { PersonBody } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { textOf } from './form'
import { PersonFields, readStanding } from './person-fields'

function readPerson(form: FormData): PersonBody {
  const name = textOf(form, 'name')
  return { email: textOf(form, 'email'), ...(name !== '' && { name }), ...readStanding(form) }
}

export function NewPerson() {
  const t = useTranslations('PeopleSettings')
  const create = useSettingsCall('people', ({ people }, body: PersonBody) => people.create(body))
  return (
    <CallDialog
      label={t('new')}
      variant="primary"
      title={t('new')}
      description={t('new_what')}
      submit={t('create')}
      call={create}
      read={readPerson}
      secretOf={({ sign_in_link, email }) => ({ label: t('link_for', { email }), value: sign_in_link })}
    >
      <TextField label={t('email')} name="email" type="email" required autoComplete="off" />
      <TextField label={t('name')} name="name" maxLength={200} autoComplete="off" />
      <PersonFields standing={{ role: 'user', user_ids: [] }} />
    </CallDialog>
  )
}
