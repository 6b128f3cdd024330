'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useMode } from '@/components/account/mode-context'
import { useSettingsCall } from '@/components/query/use-settings-call'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import type { KeyBody } from '@/lib/sdk'
import { CallDialog } from './call-dialog'
import { textOf } from './form'

const scopes = ['ask', 'runtime', 'all'] as const satisfies KeyBody['scope'][]
const lifetimesInDays = ['', '7', '30', '90', '365'] as const
const dayMs = 24 * 60 * 60 * 1000

function readKey(form: FormData): KeyBody {
  const agent = textOf(form, 'agent')
  const days = Number(textOf(form, 'days'))
  return {
    name: textOf(form, 'name'),
    scope: scopes.find((scope) => scope === form.get('scope')) ?? 'ask',
    ...(agent !== '' && { agent }),
    ...(days > 0 && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
  }
}

export function NewKey() {
  const t = useTranslations('KeySettings')
  const mode = useMode()
  const [scope, setScope] = useState<KeyBody['scope']>('ask')
  const create = useSettingsCall('keys', ({ keys }, body: KeyBody) => keys.create(body))
  return (
    <CallDialog
      label={t('new')}
      variant="primary"
      title={mode === null ? t('new_title') : t(`new_title_${mode}`)}
      submit={t('create')}
      call={create}
      read={readKey}
      secretOf={({ key, name }) => ({ label: t('secret', { name }), value: key })}
    >
      <TextField label={t('name')} name="name" required maxLength={200} autoComplete="off" hint={t('name_hint')} />
      <SelectField
        label={t('scope')}
        name="scope"
        value={scope}
        onChange={(event) => setScope(scopes.find((each) => each === event.target.value) ?? 'ask')}
        options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
      />
      {scope !== 'runtime' && (
        <TextField label={t('agent')} name="agent" maxLength={200} autoComplete="off" hint={t('agent_hint')} />
      )}
      <SelectField
        label={t('expiry')}
        name="days"
        options={lifetimesInDays.map((value) => ({
          value,
          label: value === '' ? t('never') : t('days', { count: Number(value) }),
        }))}
      />
    </CallDialog>
  )
}
