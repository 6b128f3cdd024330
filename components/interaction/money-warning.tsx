'use client'

import { Coins } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { isKnownCurrency } from '@/components/format/money'
import { Notice } from '@/components/ui/notice'
import type { Interaction } from '@/lib/interactions/interaction'
import { oddsOfPayment } from './caution-groups'
import { readDetails } from './details'

/** What a yes may cost. Nothing where it costs nothing, or where there is nothing to decide any more. */
export function MoneyWarning({ item }: { item: Interaction }) {
  const t = useTranslations('Money')
  const { amount } = readDetails(item)
  if (item.moves_money === false || item.status !== 'pending') return null
  if (item.moves_money === null) {
    return (
      <Notice tone="money" icon={Coins}>
        {t('may_cost')}
      </Notice>
    )
  }
  return (
    <Notice tone="money" icon={Coins}>
      {amount ? t('spends') : t('spends_unknown')}
      {oddsOfPayment(item).map((code) => ` ${t(code)}`)}
      {amount && !isKnownCurrency(amount.currency) && <p>{t('unknown_currency', { currency: amount.currency })}</p>}
    </Notice>
  )
}
