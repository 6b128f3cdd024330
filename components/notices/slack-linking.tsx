'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { CallError } from '@/components/call-errors/call-error'
import { useSendSlackCode } from '@/components/query/notices'
import { textOf } from '@/components/settings/form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { SlackCodeForm } from './slack-code-form'

/** Two steps: the account that a code is sent to, and the code that came there. */
export function SlackLinking() {
  const t = useTranslations('NoticeSettings.slack')
  const send = useSendSlackCode()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!send.isPending) send.mutate(textOf(new FormData(event.currentTarget), 'member_id'))
  }

  if (send.data?.sent) return <SlackCodeForm sentTo={send.data.member_id} onOther={() => send.reset()} />
  return (
    <form onSubmit={submit} className="grid gap-4">
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
      {send.data?.error && (
        <Notice tone="refusal" role="alert">
          {t.rich('not_sent', { why: () => <span lang="en">{send.data.error}</span> })}
        </Notice>
      )}
      <div>
        <Button type="submit" unavailable={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
