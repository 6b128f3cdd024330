'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '@/components/call-errors/call-error'
import { type NoticePreferences, useTestNotice } from '@/components/query/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'

/** Sends the person a message about nothing, over any channel that is ready. */
export function ChannelTests({ preferences }: { preferences: NoticePreferences }) {
  const t = useTranslations('NoticeSettings')
  const test = useTestNotice()
  return (
    <Section title={t('test')} level={2}>
      {preferences.ready.length === 0 && <p className="text-soft">{t('none_ready')}</p>}
      <div className="flex flex-wrap gap-3">
        {preferences.ready.map((channel) => (
          <Button key={channel} unavailable={test.isPending} onClick={() => test.mutate(channel)}>
            {t(`test_by.${channel}`)}
          </Button>
        ))}
      </div>
      <CallError error={test.error} />
      <div role="status">
        {test.data &&
          (test.data.error === null ? (
            <Notice tone="recorded">{t('test_sent', { channel: t(`channel.${test.data.channel}`) })}</Notice>
          ) : (
            <Notice tone="refusal">
              {t.rich('test_failed', { why: () => <span lang="en">{test.data.error}</span> })}
            </Notice>
          ))}
      </div>
    </Section>
  )
}
