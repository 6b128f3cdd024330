'use client'

import { type Messages, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { type HeldAnswer as Held, letGo } from '@/components/query/held-answers'
import { useAnswer } from '@/components/query/use-answer'
import { useAnnounce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { SafeText } from '@/components/ui/safe-text'
import type { Type } from '@/lib/interactions/interaction'
import { InboxLink } from './inbox-link'

interface Props {
  held: Held
  isOpen: boolean
}

type What = keyof Messages['Held']['what']

const noOf: Record<Type, What> = {
  approval: 'deny',
  question: 'skip',
  connect: 'decline',
  handoff: 'decline',
  tool_call: 'decline',
}

function whatOf({ item, body }: Held): What {
  if (body.answers !== undefined) return 'answer'
  if (body.could_not === true) return 'could_not'
  return body.not_now === true ? 'not_now' : noOf[item.type]
}

/** Whole seconds until a time of this machine's clock, counted down. */
function useSecondsUntil(untilMs: number): number {
  const read = () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(read()), 250)
    return () => clearInterval(timer)
  })
  return seconds
}

/** One answer that can be taken back, then what became of it when that is not what was meant. */
export function HeldAnswer({ held, isOpen }: Props) {
  const t = useTranslations('Held')
  const announce = useAnnounce()
  const { state, undo, retry } = useAnswer(held.item)
  const seconds = useSecondsUntil(held.untilMs)
  const what = t(`what.${whatOf(held)}`)
  const { id, summary } = held.item
  const isOver =
    held.isSent && (state.phase === 'recorded' || (isOpen && state.phase !== 'checking' && state.phase !== 'idle'))

  useEffect(() => announce(t('announced', { what })), [announce, t, what])

  useEffect(() => {
    if (!isOver) return
    // An open card says it by itself.
    if (!isOpen) announce(t('recorded', { what }))
    letGo(id)
  }, [isOver, isOpen, announce, t, what, id])

  function takeBack() {
    undo()
    announce(t('taken_back'))
    if (isOpen) document.getElementById('card-title')?.focus()
  }

  return (
    <li className="enter grid gap-1 rounded border border-line bg-raised py-2 pr-2 pl-4 shadow-float">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="text-15 font-medium">
            {what}
            <span aria-hidden className="font-normal text-soft">
              {' '}
              {held.isSent ? t('sending') : t('sent_in', { seconds })}
            </span>
          </p>
          <SafeText className="block truncate text-13 text-soft">{summary}</SafeText>
        </div>
        {!held.isSent && (
          <Button variant="plain" onClick={takeBack} aria-label={t('undo_named', { what, summary })}>
            {t('undo')}
          </Button>
        )}
      </div>
      {held.isSent && state.phase === 'unsure' && <p className="text-13">{t('unsure')}</p>}
      {held.isSent && (state.phase === 'unknown' || state.phase === 'overtaken' || state.phase === 'refused') && (
        <div role="status" className="grid gap-1">
          <p className="text-13 text-refusal">{state.phase === 'unknown' ? t('unknown') : t('not_recorded')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <InboxLink
              href={`/inbox/${encodeURIComponent(id)}`}
              onOpen={() => letGo(id)}
              className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
            >
              {t('open')}
            </InboxLink>
            {state.phase === 'unknown' && <Button onClick={retry}>{t('retry')}</Button>}
            <Button variant="quiet" onClick={() => letGo(id)}>
              {t('dismiss')}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
