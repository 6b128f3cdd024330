'use client'

import { ShieldAlert, TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useId } from 'react'
import { formatMoney } from '@/components/format/money'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Caution, type CautionTitle, cautionsOf } from './caution-groups'
import { readDetails } from './details'

/** Names that are read as one are set in letters of which no two look alike. */
const faceOf = ({ code }: Caution) => (code === 'like_known' ? 'font-mono font-medium' : 'font-medium')

const looks: Record<CautionTitle, Pick<ComponentProps<typeof Notice>, 'tone' | 'icon'>> = {
  somebody_else: { tone: 'refusal', icon: ShieldAlert },
  differ: { tone: 'money' },
  twice: { tone: 'money' },
}

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

function CautionGroup({ title, ...list }: ListProps & { title: CautionTitle }) {
  const t = useTranslations('Cautions')
  const id = useId()
  return (
    <Notice {...looks[title]}>
      <section aria-labelledby={id}>
        <h3 id={id} className="font-semibold">
          {t(title)}
        </h3>
        <CautionList {...list} />
      </section>
    </Notice>
  )
}

/** What the server's rules found odd, in words, each kind of it under a heading of its own. */
export function Cautions({ item }: { item: Interaction }) {
  return cautionsOf(item).map((group) => <CautionGroup key={group.title} item={item} {...group} />)
}

/** The same in one line over the buttons, which are always in view. */
export function CautionLine({ item }: { item: Interaction }) {
  const t = useTranslations('Cautions')
  const groups = cautionsOf(item)
  const [heaviest] = groups
  if (!heaviest) return null
  const isRefusal = looks[heaviest.title].tone === 'refusal'
  const Icon = isRefusal ? ShieldAlert : TriangleAlert
  return (
    <p className={`flex items-start gap-2 text-13 font-medium ${isRefusal ? 'text-refusal' : 'text-money'}`}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span>
        {t(heaviest.title)}. {t('see_above', { count: groups.flatMap(({ cautions }) => cautions).length })}
      </span>
    </p>
  )
}
