'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { signInLink } from '@/components/query/sign-in-link'
import { Notice } from '@/components/ui/notice'
import { LinkProfileForm } from './link-profile-form'

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token stands after the #, where no server and no log sees it. Null while the server paints. */
function useToken(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  )
}

export function LinkForm() {
  const t = useTranslations('SignInLink')
  const token = useToken()
  const link = useQuery(signInLink(token ?? ''))

  if (token === '' || link.error?.status === 404) {
    return (
      <Notice tone="refusal" role="alert">
        {t('invalid')}
      </Notice>
    )
  }
  if (link.isError) return <Notice role="alert">{t('unreachable')}</Notice>
  if (token === null || !link.data) return <p className="text-soft">{t('reading')}</p>
  return <LinkProfileForm token={token} link={link.data} />
}
