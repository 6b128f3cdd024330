'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { InboxLink } from '@/components/inbox/inbox-link'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'

/** The card of an answer that can still be taken back: it is not recorded, and nobody has to wait here for it. */
export function NotSentYet({ next }: { next: { href: string; item: Interaction } | null }) {
  const t = useTranslations('Held')
  const outcome = useTranslations('Outcome')
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = panel.current?.querySelector('a') ?? panel.current?.querySelector('h3')
    target?.focus()
  }, [])

  return (
    <div ref={panel} className="enter">
      <Notice>
        <h3 tabIndex={-1} className="font-semibold">
          {t('title')}
        </h3>
        <p className="text-13 text-soft">{t('hint')}</p>
        {next !== null && (
          <p className="mt-1">
            <InboxLink
              href={next.href}
              className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
            >
              <span className="shrink-0">{outcome('next')}&nbsp;</span>
              <SafeText className="line-clamp-1">{next.item.summary}</SafeText>
            </InboxLink>
          </p>
        )}
      </Notice>
    </div>
  )
}
