'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import type { SignInLink } from '@/components/query/sign-in-link'
import { useSignIn } from '@/components/query/use-sign-in'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { toErrorKey } from './error-key'
import { filledFields } from './filled-fields'
import { takeWantedPath } from './wanted-path'

const minPasswordCharacters = 10

export function LinkProfileForm({ token, link }: { token: string; link: SignInLink }) {
  const t = useTranslations('SignInLink')
  const errors = useTranslations('SignIn.error')
  const signIn = useSignIn(takeWantedPath)
  const isFirst = link.kind === 'first_admin'
  const isBusy = signIn.isPending || signIn.isSuccess

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    signIn.mutate({ provider: 'link', fields: { ...filledFields(event.currentTarget), token } })
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <p className="text-soft">
        {isFirst ? t('first_admin') : t.rich('person', { email: () => <bdi className="text-ink">{link.email}</bdi> })}
      </p>
      {signIn.isError && (
        <Notice tone="refusal" role="alert">
          {errors(toErrorKey(signIn.error))}
        </Notice>
      )}
      {isFirst && (
        <>
          <TextField label={t('email')} type="email" name="email" autoComplete="username" required />
          <TextField label={t('name')} name="name" autoComplete="name" required maxLength={200} />
        </>
      )}
      <TextField
        label={isFirst ? t('password') : link.has_password ? t('replace_password') : t('new_password')}
        hint={t('password_hint', { min: minPasswordCharacters })}
        type="password"
        name="password"
        autoComplete="new-password"
        minLength={minPasswordCharacters}
        required={isFirst}
      />
      <Button type="submit" variant="primary" unavailable={isBusy}>
        {isBusy ? t('checking') : isFirst ? t('create') : t('sign_in')}
      </Button>
    </form>
  )
}
