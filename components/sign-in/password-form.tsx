'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { useSignIn } from '@/components/query/use-sign-in'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { toErrorKey } from './error-key'
import { noteWantedPath } from './wanted-path'

interface Props {
  next: string
  /** Back from the identity provider without a sign-in. */
  isProviderRefused: boolean
}

export function PasswordForm({ next, isProviderRefused }: Props) {
  const t = useTranslations('SignIn')
  const signIn = useSignIn(next)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  useEffect(() => {
    if (next !== '/') noteWantedPath(next)
  }, [next])

  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate({ provider: 'password', fields: { email, password } })
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
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t('password')}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" unavailable={signIn.isPending || signIn.isSuccess}>
        {signIn.isPending || signIn.isSuccess ? t('checking') : t('sign_in')}
      </Button>
    </form>
  )
}
