'use client'

import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { Interaction } from '@/lib/interactions/interaction'
import { AgentText } from './agent-text'
import { readDetails } from './details'

/** The agent's own words, quoted and lighter: they are no facts. */
export function AgentSays({ item }: { item: Interaction }) {
  const t = useTranslations('Card')
  const { reason } = readDetails(item)
  const domains = item.context?.domains
  return (
    <Section title={t('agent_says')}>
      <blockquote className="grid gap-2 border-l-2 border-line pl-4 text-soft">
        <AgentText domains={domains}>{item.summary}</AgentText>
        {reason !== null && <AgentText domains={domains}>{reason}</AgentText>}
      </blockquote>
    </Section>
  )
}
