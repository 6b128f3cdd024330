'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { useConfirmSlackCode, useSendSlackCode } from '@/components/query/notices'
import { CallError } from '@/components/settings/call-error'
import { textOf } from '@/components/settings/form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'

/** Two steps: the account that a code is sent to, and the code that came there. */
export function SlackLinking() {
  const t = useTranslations('NoticeSettings.slack')
  const send = useSendSlackCode()
  const confirm = useConfirmSlackCode()
  const isWrong = confirm.error?.code === 'invalid_request'
  const sentTo = send.data?.sent ? send.data.member_id : undefined

  const submit = (
    event: FormEvent<HTMLFormElement>,
    field: string,
    call: { isPending: boolean; mutate(text: string): void },
  ) => {
    event.preventDefault()
    if (!call.isPending) call.mutate(textOf(new FormData(event.currentTarget), field))
  }

  if (sentTo === undefined) {
    return (
      <form key="account" onSubmit={(event) => submit(event, 'member_id', send)} className="grid gap-4">
        <p className="text-13 text-soft">{t('about')}</p>
        <TextField
          label={t('member')}
          hint={t('member_hint')}
          name="member_id"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="U012AB3CD"
        />
        <CallError error={send.error} />
        {send.data?.error && <Notice tone="refusal">{t('not_sent', { why: send.data.error })}</Notice>}
        <div>
          <Button type="submit" unavailable={send.isPending}>
            {t('send')}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <form key="code" onSubmit={(event) => submit(event, 'code', confirm)} className="grid gap-4">
      <p role="status" className="text-15">
        {t.rich('sent', { member: () => <bdi key="member">{sentTo}</bdi> })}
      </p>
      <TextField
        label={t('code')}
        hint={t('code_hint')}
        name="code"
        required
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
        <Button variant="quiet" onClick={() => send.reset()}>
          {t('other')}
        </Button>
      </div>
    </form>
  )
}
