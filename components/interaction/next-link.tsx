'use client'

import { useTranslations } from 'next-intl'
import { InboxLink } from '@/components/inbox/inbox-link'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'

/** The way on when an item is done with, in one line whatever the next one is called. */
export function NextLink({ next }: { next: { href: string; item: Interaction } }) {
  const t = useTranslations('Outcome')
  return (
    <p className="mt-1">
      <InboxLink
        href={next.href}
        className="inline-flex min-h-11 max-w-full items-center rounded-small font-medium text-accent underline underline-offset-4"
      >
        <span className="shrink-0">{t('next')}&nbsp;</span>
        <SafeText className="line-clamp-1">{next.item.summary}</SafeText>
      </InboxLink>
    </p>
  )
}
