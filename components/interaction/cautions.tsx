'use client'

import { TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { formatMoney } from '@/components/format/money'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { readDetails } from './details'

type Caution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]

function cautionsOf({ context, status }: Interaction): Caution[] {
  return status === 'pending' ? (context?.cautions ?? []) : []
}

const isDifference = ({ code }: Caution) => code.endsWith('_differs')

/** What the server's rules found odd, in words: first where the agent's words and the facts differ. */
export function Cautions({ item }: { item: Interaction }) {
  const t = useTranslations('Cautions')
  const locale = useLocale()
  const titleId = useId()
  const cautions = cautionsOf(item)
  const { amount } = readDetails(item)
  if (cautions.length === 0) return null

  function factOf({ code, fact }: Caution): string {
    const isMoney = code === 'amount_differs' || code === 'currency_differs'
    return isMoney && amount ? formatMoney(amount, locale) : (fact ?? '')
  }

  return (
    <Notice tone="money">
      <section aria-labelledby={titleId}>
        <h3 id={titleId} className="font-semibold">
          {cautions.some(isDifference) ? t('differ') : t('twice')}
        </h3>
        <ul className="grid gap-1 text-13">
          {cautions.map((caution) => (
            <li key={`${caution.code} ${caution.said}`}>
              {t.rich(caution.code, {
                place: t(`place.${caution.place}`),
                said: () => <SafeText className="font-medium">{caution.said}</SafeText>,
                fact: () => <SafeText className="font-medium">{factOf(caution)}</SafeText>,
              })}
            </li>
          ))}
        </ul>
      </section>
    </Notice>
  )
}

/** The same in one line over the buttons, which are always in view. */
export function CautionLine({ item }: { item: Interaction }) {
  const t = useTranslations('Cautions')
  const cautions = cautionsOf(item)
  if (cautions.length === 0) return null
  return (
    <p className="flex items-start gap-2 text-13 font-medium text-money">
      <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span>
        {cautions.some(isDifference) ? t('differ') : t('twice')}. {t('see_above', { count: cautions.length })}
      </span>
    </p>
  )
}
