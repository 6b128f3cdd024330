'use client'

import { useTranslations } from 'next-intl'

/** A whole page load: what has changed on the server is read anew. */
export function InboxWay({ href = '/' }: { href?: string }) {
  const t = useTranslations('LinkTrouble')
  return (
    <p>
      <a href={href} className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4">
        {t('to_inbox')}
      </a>
    </p>
  )
}
