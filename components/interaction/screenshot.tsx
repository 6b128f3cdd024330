'use client'

import { EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Moment } from '@/components/clock/moment'
import { Button } from '@/components/ui/button'

interface Props {
  src: string
  takenAt: string
  pageUrl: string | null
}

/** The page as the agent saw it. It stays blurred until somebody who may look asks to see it. */
export function Screenshot({ src, takenAt, pageUrl }: Props) {
  const t = useTranslations('Handoff')
  const [isShown, setIsShown] = useState(false)
  return (
    <figure className="grid gap-2">
      <div className="relative overflow-hidden rounded border border-line bg-sunken">
        {/* biome-ignore lint/performance/noImgElement: a data URI has nothing to optimise */}
        <img
          src={src}
          alt={isShown ? (pageUrl === null ? t('picture') : t('picture_of', { url: pageUrl })) : ''}
          className={`block min-h-40 w-full object-contain ${isShown ? '' : 'scale-105 blur-2xl select-none'}`}
        />
        {!isShown && (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-4 text-center">
            <p className="rounded bg-surface px-3 py-1 text-13 text-soft">{t('private')}</p>
            <Button onClick={() => setIsShown(true)}>
              <EyeOff aria-hidden size={18} strokeWidth={1.75} />
              {t('show')}
            </Button>
          </div>
        )}
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-2 text-13 text-soft">
        <span>
          {t('taken')} <Moment at={takenAt} />
        </span>
        {isShown && (
          <Button variant="quiet" onClick={() => setIsShown(false)}>
            {t('hide')}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
