'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Moment } from '@/components/clock/moment'
import type { Answering } from '@/components/query/use-answer'
import { useAnnounce } from '@/components/ui/announcer'
import { Notice } from '@/components/ui/notice'
import type { Interaction } from '@/lib/interactions/interaction'
import { NextLink } from './next-link'
import { OutcomeFacts } from './outcome-facts'
import { outcomeTone } from './outcome-tone'
import { useOutcomeText } from './use-outcome-text'

interface Props {
  item: Interaction
  next: { href: string; item: Interaction } | null
  /** It ended while somebody was looking at it: that is news. */
  sawItPending: boolean
  answering: Answering
}

/** Whether the agent has heard of it: saying yes is not yet doing. */
function PickedUp({ at }: { at: string | null }) {
  const t = useTranslations('Outcome')
  return (
    <p className="text-13 text-soft">
      {at === null ? (
        t('not_picked_up')
      ) : (
        <>
          {t('picked_up')} <Moment at={at} />
        </>
      )}
    </p>
  )
}

export function Outcome({ item, next, sawItPending, answering }: Props) {
  const t = useTranslations('Outcome')
  const announce = useAnnounce()
  const text = useOutcomeText(item)
  const panel = useRef<HTMLDivElement>(null)
  const wasOvertaken = answering.state.phase === 'overtaken'
  const isOwn = answering.state.phase === 'recorded'
  const news = wasOvertaken ? t('overtaken', { news: text.news }) : isOwn ? text.title : text.news

  useEffect(() => {
    if (!sawItPending) return
    announce(news)
    // The buttons that had the focus are gone: it must not fall back to the top of the page.
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (!isOwn && !wasOvertaken && !isLost) return
    const target = panel.current?.querySelector('a') ?? panel.current?.querySelector('h3')
    target?.focus()
  }, [sawItPending, news, isOwn, wasOvertaken, announce])

  return (
    <div ref={panel} className="enter grid gap-4">
      <Notice tone={outcomeTone(item)}>
        <div className="grid gap-1">
          <h3 tabIndex={-1} className="font-semibold">
            {text.title}
          </h3>
          {wasOvertaken && <p>{t('overtaken', { news: text.news })}</p>}
          <p className="min-h-[1lh] text-13 text-soft">{item.resolved_at !== null && text.byWhom}</p>
          {item.status === 'resolved' && <PickedUp at={item.context?.picked_up_at ?? null} />}
          {sawItPending && next !== null && <NextLink next={next} />}
        </div>
      </Notice>
      <OutcomeFacts item={item} />
    </div>
  )
}
