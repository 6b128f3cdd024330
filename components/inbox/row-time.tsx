'use client'

import { useTranslations } from 'next-intl'
import { Countdown } from '@/components/clock/countdown'
import { outcomeTone } from '@/components/interaction/outcome-tone'
import { useOutcomeText } from '@/components/interaction/use-outcome-text'
import { useHeldAnswers } from '@/components/query/held-answers'
import type { NoticeTone } from '@/components/ui/notice'
import type { Interaction } from '@/lib/interactions/interaction'
import { useSnoozedIds } from './snooze-store'

interface Props {
  item: Interaction
  isGone: boolean
}

const marks: Record<NoticeTone, string> = {
  recorded: 'font-medium text-recorded',
  refusal: 'font-medium text-refusal',
  money: '',
  neutral: '',
}

function Ended({ item, at }: { item: Interaction; at: string }) {
  const { short } = useOutcomeText(item)
  return (
    <span className="shrink-0 whitespace-nowrap">
      · <span className={marks[outcomeTone(item)]}>{short}</span> · <Countdown at={at} />
    </span>
  )
}

/** How long there still is, or how and when it ended. */
export function RowTime({ item, isGone }: Props) {
  const t = useTranslations('Row')
  const isSnoozed = useSnoozedIds().has(item.id)
  const isHeld = useHeldAnswers().some((held) => held.item.id === item.id)
  if (isGone) return <span className="shrink-0 whitespace-nowrap">· {t(isSnoozed ? 'snoozed' : 'settled')}</span>
  if (isHeld && item.status === 'pending') return <span className="shrink-0 whitespace-nowrap">· {t('held')}</span>
  if (item.status !== 'pending' && item.resolved_at !== null) return <Ended item={item} at={item.resolved_at} />
  if (item.expires_at === null) return null
  return (
    <span className="shrink-0 whitespace-nowrap">
      · <Countdown at={item.expires_at} />
    </span>
  )
}
