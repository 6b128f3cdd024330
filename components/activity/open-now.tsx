'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useMode } from '@/components/account/mode-context'
import { CallError } from '@/components/call-errors/call-error'
import { openCounts } from '@/components/query/activity'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import { Bars } from './bars'

/** What waits now, by age, type and agent. */
export function OpenNow() {
  const t = useTranslations('Activity')
  const types = useTranslations('Types')
  const { data: open, error } = useQuery(openCounts(useMode()))
  if (!open) return <CallError error={error} />
  const ages = (['hour', 'day', 'week', 'older'] as const).map((age) => ({
    key: age,
    name: t(`open_age.${age}`) as ReactNode,
    count: open.by_age[age],
  }))
  return (
    <Section title={t('open', { count: open.total })} level={2}>
      {open.total === 0 ? (
        <p className="text-soft">{t('nothing_waits')}</p>
      ) : (
        <div className="grid gap-x-8 gap-y-4 min-[48rem]:grid-cols-3">
          <Bars label={t('open_ages')} bars={ages} />
          <Bars
            label={t('open_types')}
            bars={open.by_type.map(({ type, count }) => ({ key: type, name: types(type), count }))}
          />
          <Bars
            label={t('open_agents')}
            bars={open.by_agent.map(({ agent, count }) => ({
              key: agent,
              name: <SafeText>{agent}</SafeText>,
              count,
            }))}
          />
        </div>
      )}
    </Section>
  )
}
