'use client'

import { useTranslations } from 'next-intl'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import type { Details } from './details'

/** A plan before it starts, as text or as numbered steps. Always whole: a hidden step is no basis for a yes. */
export function Plan({ plan, steps }: Pick<Details, 'plan' | 'steps'>) {
  const t = useTranslations('Approval')
  if (plan !== null) {
    return (
      <Section title={t('plan')}>
        <SafeText className="block whitespace-pre-wrap">{plan}</SafeText>
      </Section>
    )
  }
  if (steps.length === 0) return null
  return (
    <Section title={t('steps', { count: steps.length })}>
      <ol className="border-t border-line">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one item never move
          <li key={index} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-line py-2">
            <span aria-hidden className="text-13 leading-6 text-soft">
              {index + 1}
            </span>
            <SafeText className="whitespace-pre-wrap">{step}</SafeText>
          </li>
        ))}
      </ol>
    </Section>
  )
}
