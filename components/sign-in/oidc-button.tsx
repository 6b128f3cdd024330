'use client'

import { signIn } from 'next-auth/react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

export function OidcButton({ name, next }: { name: string; next: string }) {
  const t = useTranslations('SignIn')
  const isHydrated = useHydrated()
  return (
    <Button disabled={!isHydrated} onClick={() => void signIn('oidc', { callbackUrl: next })}>
      {t('with', { name })}
    </Button>
  )
}
