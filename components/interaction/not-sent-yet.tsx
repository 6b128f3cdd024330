'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import type { Interaction } from '@/lib/interactions/interaction'
import { NextLink } from './next-link'

/** The card of an answer that can still be taken back: it is not recorded, and nobody has to wait here for it. */
export function NotSentYet({ next }: { next: { href: string; item: Interaction } | null }) {
  const t = useTranslations('Held')
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = panel.current?.querySelector('a') ?? panel.current?.querySelector('h3')
    target?.focus()
  }, [])

  // Taken back by a key, it would take the focus away with it. Before it leaves the page: afterwards nobody knows.
  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (shown?.contains(document.activeElement)) document.getElementById('card-title')?.focus()
    }
  }, [])

  return (
    <div ref={panel} className="enter">
      <Notice>
        <h3 tabIndex={-1} className="font-semibold">
          {t('title')}
        </h3>
        <p className="text-13 text-soft">{t('hint')}</p>
        {next !== null && <NextLink next={next} />}
      </Notice>
    </div>
  )
}
