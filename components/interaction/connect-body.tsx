'use client'

import { useTranslations } from 'next-intl'
import { Facts } from '@/components/ui/facts'
import { readDetails } from './details'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

export function ConnectBody({ item }: BodyProps<'connect'>) {
  const t = useTranslations('Connect')
  const lines = [
    { label: t('app'), value: readDetails(item).app ?? '', isOurs: true },
    { label: t('account'), value: item.user_id ?? t('company'), isOurs: true },
  ]
  return <Facts facts={toFacts(lines, item.context?.domains)} />
}
