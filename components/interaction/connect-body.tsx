'use client'

import { useTranslations } from 'next-intl'
import { useConnector } from '@/components/query/connectors'
import { Facts } from '@/components/ui/facts'
import { readDetails } from './details'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

/** Which app, for whom and, where the operator has set up a way to it, what it may then do and where that is agreed to. */
export function ConnectBody({ item }: BodyProps<'connect'>) {
  const t = useTranslations('Connect')
  const app = readDetails(item).app ?? ''
  const connector = useConnector(app)
  const lines = [
    { label: t('app'), value: connector?.name ?? app },
    { label: t('account'), value: item.user_id ?? t('company') },
    ...(connector ? [{ label: t('host'), value: connector.authorize_host }] : []),
    ...(connector ? [{ label: t('scopes'), value: connector.scopes.join('\n') }] : []),
  ]
  return (
    <Facts
      facts={toFacts(
        lines.map((line) => ({ ...line, isOurs: true })),
        item.context?.domains,
      )}
    />
  )
}
