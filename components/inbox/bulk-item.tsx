'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { ErrorText } from '@/components/call-errors/error-text'
import { formatMoney } from '@/components/format/money'
import { readDetails } from '@/components/interaction/details'
import { useOutcomeText } from '@/components/interaction/use-outcome-text'
import { interactionItem } from '@/components/query/interaction-item'
import { useAnswer } from '@/components/query/use-answer'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'

/** One of many: what it is, and what became of it. */
export function BulkItem({ item }: { item: Interaction }) {
  const t = useTranslations('Bulk')
  const card = useTranslations('Card')
  const locale = useLocale()
  const { state } = useAnswer(item)
  const { data: now } = useQuery({
    ...interactionItem(useMode(), item.id),
    enabled: state.phase === 'overtaken',
  })
  const { news } = useOutcomeText(now ?? item)
  const { amount } = readDetails(item)

  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex items-baseline gap-3">
        <SafeText className="min-w-0 grow text-15">{item.summary}</SafeText>
        {amount && (
          <bdi dir="ltr" className="shrink-0 text-15 font-semibold">
            {formatMoney(amount, locale)}
          </bdi>
        )}
      </div>
      <p className="text-13 text-soft">
        <SafeText>{item.context?.agent ?? card('agent')}</SafeText>
        {state.phase !== 'idle' && state.phase !== 'held' && (
          <span role="status" className={state.phase === 'recorded' ? 'text-recorded' : 'text-ink'}>
            {' · '}
            {state.phase === 'overtaken'
              ? now && now.status !== 'pending'
                ? news
                : t('state.overtaken')
              : t(`state.${state.phase}`)}
            {state.phase === 'refused' && (
              <>
                {' '}
                <ErrorText error={state.error} />
              </>
            )}
          </span>
        )}
      </p>
    </li>
  )
}
