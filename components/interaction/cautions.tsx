'use client'

import { ShieldAlert, TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useId } from 'react'
import { formatMoney } from '@/components/format/money'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Caution, cautionsOf, isStrong, titleOf } from './caution-groups'
import { readDetails } from './details'

/** Names that are read as one are set in letters of which no two look alike. */
const faceOf = (caution: Caution) => (isStrong(caution) ? 'font-mono font-medium' : 'font-medium')

interface ListProps {
  item: Interaction
  cautions: Caution[]
}

function CautionList({ item, cautions }: ListProps) {
  const t = useTranslations('Cautions')
  const locale = useLocale()
  const { amount } = readDetails(item)

  function factOf({ code, fact }: Caution): string {
    const isMoney = code === 'amount_differs' || code === 'currency_differs'
    return isMoney && amount ? formatMoney(amount, locale) : (fact ?? '')
  }

  return (
    <ul className="grid gap-1 text-13">
      {cautions.map((caution) => (
        <li key={`${caution.code} ${caution.place} ${caution.said}`}>
          {t.rich(caution.code, {
            place: t(`place.${caution.place}`),
            where: caution.place,
            said: () => <SafeText className={faceOf(caution)}>{caution.said}</SafeText>,
            fact: () => <SafeText className={faceOf(caution)}>{factOf(caution)}</SafeText>,
          })}
        </li>
      ))}
    </ul>
  )
}

function CautionGroup({ item, cautions, ...look }: ListProps & Pick<ComponentProps<typeof Notice>, 'tone' | 'icon'>) {
  const t = useTranslations('Cautions')
  const id = useId()
  if (cautions.length === 0) return null
  return (
    <Notice {...look}>
      <section aria-labelledby={id}>
        <h3 id={id} className="font-semibold">
          {t(titleOf(cautions))}
        </h3>
        <CautionList item={item} cautions={cautions} />
      </section>
    </Notice>
  )
}

/**
 * What the server's rules found odd, in words: first that somebody may be mistaken for another, then where the agent's words
 * and the facts differ.
 */
export function Cautions({ item }: { item: Interaction }) {
  const { strong, usual } = cautionsOf(item)
  return (
    <>
      <CautionGroup item={item} cautions={strong} tone="refusal" icon={ShieldAlert} />
      <CautionGroup item={item} cautions={usual} tone="money" />
    </>
  )
}

/** The same in one line over the buttons, which are always in view. */
export function CautionLine({ item }: { item: Interaction }) {
  const t = useTranslations('Cautions')
  const { strong, usual } = cautionsOf(item)
  const all = [...strong, ...usual]
  if (all.length === 0) return null
  const Icon = strong.length > 0 ? ShieldAlert : TriangleAlert
  return (
    <p className={`flex items-start gap-2 text-13 font-medium ${strong.length > 0 ? 'text-refusal' : 'text-money'}`}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span>
        {t(titleOf(all))}. {t('see_above', { count: all.length })}
      </span>
    </p>
  )
}
