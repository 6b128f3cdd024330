'use client'

import { useTranslations } from 'next-intl'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import type { Interaction } from '@/lib/interactions/interaction'
import { readDetails } from './details'

/** The agent's own words, quoted and lighter: they are no facts. */
export function AgentSays({ item }: { item: Interaction }) {
  const t = useTranslations('Card')
  const { reason } = readDetails(item)
  return (
    <Section title={t('agent_says')}>
      <blockquote className="grid gap-2 border-l-2 border-line pl-4 text-soft">
        <SafeText className="whitespace-pre-wrap">{item.summary}</SafeText>
        {reason !== null && <SafeText className="whitespace-pre-wrap">{reason}</SafeText>}
      </blockquote>
    </Section>
  )
}
