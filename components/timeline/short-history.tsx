'use client'

import { useTranslations } from 'next-intl'
import { outcomeTone } from '@/components/interaction/outcome-tone'
import { useOutcomeText } from '@/components/interaction/use-outcome-text'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { type Step, Timeline } from './timeline'

/** What the item itself says of its opening and its end, for those who may not read the record. */
export function ShortHistory({ item }: { item: Interaction }) {
  const t = useTranslations('History')
  const outcome = useOutcomeText(item)
  const who = () => <SafeText key="who">{item.context?.agent ?? t('actor.key')}</SafeText>
  const opened: Step = { key: 'opened', at: item.created_at, text: t.rich('opened', { who }) }
  const tone = outcomeTone(item)
  const why = item.context?.override?.reason ?? null
  const ended: Step[] =
    item.resolved_at === null
      ? []
      : [
          {
            key: 'ended',
            at: item.resolved_at,
            text: outcome.title,
            facts: [
              outcome.whom !== undefined && <SafeText key="name">{outcome.whom}</SafeText>,
              outcome.how ?? false,
              why !== null && <SafeText key="why">{why}</SafeText>,
            ],
            tone: tone === 'recorded' || tone === 'refusal' ? tone : 'plain',
          },
        ]
  return <Timeline steps={[...ended, opened]} />
}
