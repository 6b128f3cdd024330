'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { formatMoney } from '@/components/format/money'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { readDetails } from './details'

type Caution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]

/** What the server's rules found odd, in words: first where the agent's words and the facts differ. */
export function Cautions({ item }: { item: Interaction }) {
  const t = useTranslations('Cautions')
  const locale = useLocale()
  const titleId = useId()
  const cautions = item.context?.cautions ?? []
  const { amount } = readDetails(item)
  if (cautions.length === 0 || item.status !== 'pending') return null
  const isDifferent = cautions.some(({ code }) => code.endsWith('_differs'))

  function factOf({ code, fact }: Caution): string {
    const isMoney = code === 'amount_differs' || code === 'currency_differs'
    return isMoney && amount ? formatMoney(amount, locale) : (fact ?? '')
  }

  return (
    <Notice tone="money">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-labelledby={titleId} tabIndex={0} className="max-h-[30dvh] overflow-y-auto">
        <h3 id={titleId} className="font-semibold">
          {isDifferent ? t('differ') : t('twice')}
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
