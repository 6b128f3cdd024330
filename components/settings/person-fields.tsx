'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SelectField } from '@/components/ui/select-field'
import { TextArea } from '@/components/ui/text-area'
import type { Person } from '@/lib/sdk'
import { linesOf, textOf } from './form'

const roles = ['user', 'admin'] as const satisfies Person['role'][]

/** A hundred ids of the longest kind. */
const maxCharacters = 25_000

type Standing = Pick<Person, 'role' | 'user_ids'>

export function readStanding(form: FormData): Standing {
  return {
    role: roles.find((role) => role === form.get('role')) ?? 'user',
    user_ids: linesOf(textOf(form, 'user_ids')),
  }
}

/** What a person may do, and whose items they answer. */
export function PersonFields({ standing }: { standing: Standing }) {
  const t = useTranslations('PeopleSettings')
  const account = useTranslations('Account')
  const [ids, setIds] = useState(standing.user_ids.join('\n'))
  return (
    <>
      <SelectField
        label={t('role')}
        name="role"
        defaultValue={standing.role}
        options={roles.map((value) => ({ value, label: account(`role.${value}`) }))}
      />
      <TextArea
        label={t('user_ids')}
        name="user_ids"
        value={ids}
        onValueChange={setIds}
        maxCharacters={maxCharacters}
        hint={t('user_ids_hint')}
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
    </>
  )
}
