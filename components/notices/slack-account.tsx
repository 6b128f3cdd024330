'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '@/components/call-errors/call-error'
import { Moment } from '@/components/clock/moment'
import { type NoticePreferences, useUnlinkSlack } from '@/components/query/notices'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { SlackLinking } from './slack-linking'

/** The Slack account that notices go to, or the way to link one. */
export function SlackAccount({ account }: { account: NoticePreferences['slack_account'] }) {
  const t = useTranslations('NoticeSettings.slack')
  const unlink = useUnlinkSlack()
  return (
    <Section title={t('title')} level={2}>
      {account === null ? (
        <SlackLinking />
      ) : (
        <>
          <p className="text-15">
            {t.rich('linked', {
              member: () => <bdi key="member">{account.member_id}</bdi>,
              when: () => <Moment key="when" at={account.linked_at} />,
            })}
          </p>
          <CallError error={unlink.error} />
          <div>
            <Button unavailable={unlink.isPending} onClick={() => unlink.mutate()}>
              {t('unlink')}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}
