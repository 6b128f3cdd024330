'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { userLink } from '@/components/query/user-link'
import { LinkConsent } from './link-consent'
import { LinkTrouble } from './link-trouble'
import type { SignedInPerson } from './signed-in'
import { useLinkToken } from './use-link-token'
import { useSignInFirst } from './use-sign-in-first'

/** Where a user's link leads. `person` is null where nobody is signed in. */
export function LinkForm({ person }: { person: SignedInPerson | null }) {
  const t = useTranslations('LinkPage')
  const token = useLinkToken()
  const link = useQuery(userLink(person === null ? '' : (token ?? '')))
  const isSignedOut = person === null || link.error?.status === 401
  useSignInFirst(token !== null && token !== '' && isSignedOut)

  if (token === null) return <p className="text-soft">{t('reading')}</p>
  if (token === '' || (link.error && !isSignedOut)) return <LinkTrouble error={link.error} />
  if (person === null || !link.data) return <p className="text-soft">{t('reading')}</p>
  return <LinkConsent token={token} link={link.data} person={person} />
}
