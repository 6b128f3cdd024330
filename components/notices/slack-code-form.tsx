'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { CallError } from '@/components/call-errors/call-error'
import { useConfirmSlackCode } from '@/components/query/notices'
import { textOf } from '@/components/settings/form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'

interface Props {
  /** The account that the code went to. */
  sentTo: string
  onOther: () => void
}

/** The code that came in Slack, which links the account. */
export function SlackCodeForm({ sentTo, onOther }: Props) {
  const t = useTranslations('NoticeSettings.slack')
  const confirm = useConfirmSlackCode()
  const isWrong = confirm.error?.code === 'invalid_request'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate(textOf(new FormData(event.currentTarget), 'code'))
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-15">{t.rich('sent', { member: () => <bdi>{sentTo}</bdi> })}</p>
      <TextField
        label={t('code')}
        hint={t('code_hint')}
        name="code"
        required
        autoFocus
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={isWrong ? t('wrong_code') : undefined}
      />
      <CallError error={isWrong ? null : confirm.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" unavailable={confirm.isPending}>
          {t('confirm')}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {t('other')}
        </Button>
      </div>
    </form>
  )
}
