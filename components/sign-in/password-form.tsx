'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect } from 'react'
import { useSignIn } from '@/components/query/use-sign-in'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { toErrorKey } from './error-key'
import { filledFields } from './filled-fields'
import { noteWantedPath } from './wanted-path'

interface Props {
  next: string
  /** Back from the identity provider without a sign-in. */
  isProviderRefused: boolean
}

export function PasswordForm({ next, isProviderRefused }: Props) {
  const t = useTranslations('SignIn')
  const signIn = useSignIn(next)

  useEffect(() => {
    if (next !== '/') noteWantedPath(next)
  }, [next])

  // Read from the form when it is sent: what was typed before the script ran counts too.
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    signIn.mutate({ provider: 'password', fields: filledFields(event.currentTarget) })
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {signIn.isError ? (
        <Notice tone="refusal" role="alert">
          {t(`error.${toErrorKey(signIn.error)}`)}
        </Notice>
      ) : (
        isProviderRefused && <Notice tone="refusal">{t('error.provider')}</Notice>
      )}
      <TextField label={t('email')} type="email" name="email" autoComplete="username" required />
      <TextField label={t('password')} type="password" name="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" unavailable={signIn.isPending || signIn.isSuccess}>
        {signIn.isPending || signIn.isSuccess ? t('checking') : t('sign_in')}
      </Button>
    </form>
  )
}
