'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { CallError } from '@/components/call-errors/call-error'
import { Moment } from '@/components/clock/moment'
import { failingChannels } from '@/components/query/notices'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'

/** Whom notices do not reach, and why: for admins. */
export function FailingChannels() {
  const t = useTranslations('NoticeSettings')
  const { data: failing, error } = useQuery(failingChannels)
  return (
    <Section title={t('failing')} level={2}>
      <CallError error={error} />
      {failing?.length === 0 && <p className="text-soft">{t('none_failing')}</p>}
      <ul aria-label={t('failing')}>
        {failing?.map((each) => (
          <li key={`${each.person_id} ${each.channel}`} className="grid gap-1 border-b border-line py-3">
            <p className="font-medium">
              <SafeText>{each.person_name}</SafeText> · {t(`channel.${each.channel}`)}
            </p>
            <p className="text-13 text-soft">
              {each.last_error} {t('failures', { count: each.failures })}
            </p>
            <p className="text-13 text-soft">
              {t.rich('failing_since', { when: () => <Moment key="when" at={each.failing_since} /> })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
