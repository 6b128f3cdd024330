'use client'

import { useTranslations } from 'next-intl'
import { ErrorText } from '@/components/call-errors/error-text'
import type { ConnectLink } from '@/components/query/connect-link'
import { useStartConnection } from '@/components/query/use-start-connection'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import { OperatorWay } from './operator-way'
import { SignedIn, type SignedInPerson } from './signed-in'

interface Props {
  token: string
  link: ConnectLink
  person: SignedInPerson
}

/** What would be connected, for whom, where that leads, and the one button. */
export function ConnectConsent({ token, link, person }: Props) {
  const t = useTranslations('ConnectPage')
  const start = useStartConnection(token)
  const { connector } = link
  const facts = [
    { key: 'app', label: t('app'), value: <SafeText>{connector?.name ?? link.app}</SafeText> },
    { key: 'user', label: t('user'), value: <SafeText className="font-mono text-13">{link.user_id}</SafeText> },
    { key: 'person', label: t('person'), value: <SignedIn person={person} /> },
  ]
  if (connector) facts.push({ key: 'host', label: t('host'), value: <Host host={connector.authorize_host} /> })

  return (
    <>
      <Facts facts={facts} />
      {connector && (
        <Section level={2} title={t('scopes')}>
          <Scopes scopes={connector.scopes} />
        </Section>
      )}
      {!link.may_connect && (
        <Notice tone="refusal" role="alert">
          {t('not_linked')}
        </Notice>
      )}
      {!connector && <OperatorWay userId={link.user_id} app={link.app} />}
      {link.may_connect && connector && (
        <>
          <p className="text-13 text-soft">{t('warning')}</p>
          {start.isError && (
            <Notice tone="refusal" role="alert">
              <ErrorText error={start.error} />
            </Notice>
          )}
          <Button variant="primary" unavailable={start.isPending} onClick={() => start.mutate()}>
            <span>{start.isPending ? t('leaving') : t('connect', { app: connector.name })}</span>
          </Button>
        </>
      )}
    </>
  )
}

/** The whole host, as the browser will show it: other scripts stand as their xn-- form. */
function Host({ host }: { host: string }) {
  return (
    <bdi dir="ltr">
      <strong className="font-mono text-13 font-semibold">{host}</strong>
    </bdi>
  )
}

function Scopes({ scopes }: { scopes: string[] }) {
  const t = useTranslations('ConnectPage')
  if (scopes.length === 0) return <p>{t('no_scopes')}</p>
  return (
    <ul className="font-mono text-13">
      {scopes.map((scope) => (
        <li key={scope}>
          <SafeText>{scope}</SafeText>
        </li>
      ))}
    </ul>
  )
}
