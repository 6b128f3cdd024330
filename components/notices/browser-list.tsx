'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { CallError } from '@/components/call-errors/call-error'
import { type NoticePreferences, useAddBrowser, useRemoveBrowser } from '@/components/query/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { canTakePushes, subscribeThisBrowser } from './this-browser'

const subscribeToNothing = () => () => {}

/** The browsers that show notices, and the way to add this one. */
export function BrowserList({ preferences }: { preferences: NoticePreferences }) {
  const t = useTranslations('NoticeSettings')
  const canPush = useSyncExternalStore(subscribeToNothing, canTakePushes, () => true)
  const add = useAddBrowser()
  const remove = useRemoveBrowser()
  const [problem, setProblem] = useState<'refused' | 'unreachable' | null>(null)

  async function addThis() {
    setProblem(null)
    const target = await subscribeThisBrowser(preferences.push_public_key).catch(() => undefined)
    if (target) add.mutate(target)
    else setProblem(target === null ? 'refused' : 'unreachable')
  }

  return (
    <Section title={t('browsers')} level={2}>
      <ul aria-label={t('browsers')}>
        {preferences.push_subscriptions.map(({ id, label }) => (
          <li key={id} className="flex min-h-13 items-center justify-between gap-3 border-b border-line">
            <bdi>{label}</bdi>
            <Button
              variant="quiet"
              aria-label={t('remove_named', { name: label })}
              unavailable={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {problem !== null && <Notice role="alert">{t(`problem.${problem}`)}</Notice>}
      <CallError error={add.error ?? remove.error} />
      {canPush ? (
        <div>
          <Button unavailable={add.isPending} onClick={() => void addThis()}>
            {t('add_this')}
          </Button>
        </div>
      ) : (
        <p className="text-13 text-soft">{t('cannot_push')}</p>
      )}
    </Section>
  )
}
