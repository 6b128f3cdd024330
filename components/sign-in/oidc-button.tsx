'use client'

import { signIn } from 'next-auth/react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'

export function OidcButton({ name, next }: { name: string; next: string }) {
  const t = useTranslations('SignIn')
  return <Button onClick={() => void signIn('oidc', { callbackUrl: next })}>{t('with', { name })}</Button>
}
