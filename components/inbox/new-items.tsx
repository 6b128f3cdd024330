'use client'

import { ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useAnnounce } from '@/components/ui/announcer'

interface Props {
  count: number
  onShow: () => void
}

/** New items wait here while somebody is at the list, so that no row moves under a pointer. */
export function NewItems({ count, onShow }: Props) {
  const t = useTranslations('List')
  const announce = useAnnounce()

  useEffect(() => {
    if (count > 0) announce(t('new', { count }))
  }, [count, announce, t])

  function show(event: MouseEvent<HTMLButtonElement>) {
    const isByKey = event.detail === 0
    // The button goes with the click: a pointer's focus is let go, a keyboard's goes to the first new row.
    event.currentTarget.blur()
    flushSync(onShow)
    if (isByKey) document.querySelector<HTMLElement>('[data-row]')?.focus()
  }

  if (count === 0) return null
  return (
    <div className="border-b border-line px-4 py-1 text-center">
      <button
        type="button"
        onClick={show}
        className="enter inline-flex min-h-11 items-center gap-2 rounded px-4 text-13 font-medium text-accent hover:bg-accent-tint"
      >
        <ArrowUp aria-hidden size={16} strokeWidth={1.75} />
        {t('new', { count })}
      </button>
    </div>
  )
}
