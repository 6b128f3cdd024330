'use client'

import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '@/components/format/money'
import { SafeText } from '@/components/ui/safe-text'
import type { Details } from './details'
import { LargeAmount } from './large-amount'

/** The amount and who gets it, as large as anything here gets. */
export function AmountBlock({ details }: { details: Pick<Details, 'amount' | 'payee'> }) {
  const t = useTranslations('Approval')
  const locale = useLocale()
  if (!details.amount && !details.payee) return null
  const amount = details.amount && formatMoney(details.amount, locale)
  return (
    <div className="grid gap-1">
      {amount && (
        <p>
          <LargeAmount>{amount}</LargeAmount>
        </p>
      )}
      {details.payee && (
        <p className="text-18 text-balance">
          {t.rich('to_payee', {
            soft: (chunks) => <span className="text-soft">{chunks}</span>,
            payee: () => <SafeText className="font-medium">{details.payee?.name ?? ''}</SafeText>,
          })}
        </p>
      )}
    </div>
  )
}
