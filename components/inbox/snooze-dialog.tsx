'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { useRef } from 'react'
import { formatClock } from '@/components/format/time'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'

interface Props {
  item: Interaction
  onClose: () => void
  onSnooze: (untilMs: number) => void
}

const hourMs = 3_600_000

/** Nine in the morning of the day after. */
function tomorrowMs(): number {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  return day.setHours(9, 0, 0, 0)
}

export function SnoozeDialog({ item, onClose, onSnooze }: Props) {
  const t = useTranslations('Snooze')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const first = useRef<HTMLButtonElement>(null)
  const nowMs = Date.now()
  const choices = [
    { name: 'hour', untilMs: nowMs + hourMs },
    { name: 'four_hours', untilMs: nowMs + 4 * hourMs },
    { name: 'tomorrow', untilMs: tomorrowMs() },
  ] as const
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      initialFocus={first}
      title={t('title')}
      description={
        <>
          <SafeText className="block truncate text-ink">{item.summary}</SafeText>
          {t('what')}
        </>
      }
    >
      <ul className="grid gap-2">
        {choices.map(({ name, untilMs }, index) => (
          <li key={name}>
            <Button ref={index === 0 ? first : undefined} onClick={() => onSnooze(untilMs)} className="w-full">
              <span className="flex grow items-baseline justify-between gap-4 text-left">
                {t(name)}
                <span className="shrink-0 text-13 font-normal text-soft">
                  {formatClock(untilMs, nowMs, locale, timeZone)}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
