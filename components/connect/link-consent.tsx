'use client'

import { useTranslations } from 'next-intl'
import { ErrorText } from '@/components/call-errors/error-text'
import { useAcceptUserLink } from '@/components/query/use-accept-user-link'
import type { UserLink } from '@/components/query/user-link'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import { InboxWay } from './inbox-way'
import { SignedIn, type SignedInPerson } from './signed-in'

interface Props {
  token: string
  link: UserLink
  person: SignedInPerson
}

/** Which user would be linked to whom, and the one button. */
export function LinkConsent({ token, link, person }: Props) {
  const t = useTranslations('LinkPage')
  const accept = useAcceptUserLink(token)
  const isLinked = link.is_linked || accept.isSuccess
  const facts = [
    { key: 'user', label: t('user'), value: <SafeText className="font-mono text-13">{link.user_id}</SafeText> },
    { key: 'person', label: t('person'), value: <SignedIn person={person} /> },
  ]

  return (
    <>
      <Facts facts={facts} />
      {isLinked ? (
        <>
          <Notice tone="recorded" role="status">
            {t('linked')}
          </Notice>
          <InboxWay />
        </>
      ) : (
        <>
          <p>{t('what')}</p>
          <p className="text-13 text-soft">{t('warning')}</p>
          {accept.isError && (
            <Notice tone="refusal" role="alert">
              <ErrorText error={accept.error} />
            </Notice>
          )}
          <Button variant="primary" unavailable={accept.isPending} onClick={() => accept.mutate()}>
            {accept.isPending ? t('linking') : t('link')}
          </Button>
        </>
      )}
    </>
  )
}
