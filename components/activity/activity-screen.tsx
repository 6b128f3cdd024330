'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { CallError } from '@/components/call-errors/call-error'
import { Moment } from '@/components/clock/moment'
import { activityOver } from '@/components/query/activity'
import { SettingsScreen } from '@/components/settings/settings-screen'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { DayChart } from './day-chart'
import { FigureTiles } from './figure-tiles'
import { GroupTable } from './group-table'
import { OpenNow } from './open-now'
import { readPeriod } from './period'
import { PeriodChoice } from './period-choice'

/** How people answer over a period, and what waits now. */
export function ActivityScreen() {
  const t = useTranslations('Activity')
  const settings = useTranslations('Settings')
  const period = readPeriod(new URLSearchParams(useSearchParams()))
  const { data: activity, error, isPending } = useQuery(activityOver(useMode(), period))
  const isEmpty = activity !== undefined && activity.answers + activity.expired === 0
  return (
    <SettingsScreen section="activity" action={<PeriodChoice chosen={period} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <CallError error={error} />
        {isPending && (
          <p role="status" className="text-soft">
            {settings('loading')}
          </p>
        )}
        {activity && activity.counted_from !== null && (
          <Notice tone="money">
            {t.rich('counted_from', { when: () => <Moment key="when" at={activity.counted_from ?? activity.from} /> })}
          </Notice>
        )}
        {isEmpty && <p className="text-soft">{t('empty')}</p>}
        {activity && !isEmpty && (
          <>
            <FigureTiles activity={activity} />
            <Section title={t('by_day')} level={2}>
              <DayChart days={activity.days} />
            </Section>
          </>
        )}
        <OpenNow />
        {activity && (
          <>
            <GroupTable title={t('agents')} of="agent" groups={activity.agents} />
            <GroupTable title={t('people')} of="person" groups={activity.people} />
          </>
        )}
      </div>
    </SettingsScreen>
  )
}
