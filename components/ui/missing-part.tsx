'use client'

import { useTranslations } from 'next-intl'
import { Button } from './button'
import { Notice } from './notice'

/** Stands over the page for a part of it that could not be loaded; a browser asks for it again with the whole page alone. */
export function MissingPart() {
  const t = useTranslations('MissingPart')
  return (
    <div className="fixed inset-x-3 bottom-20 z-20 mx-auto grid max-w-120 rounded bg-raised shadow-float">
      <Notice tone="money" role="alert">
        <div className="grid justify-items-start gap-2">
          <p>{t('what')}</p>
          <Button onClick={() => window.location.reload()}>{t('again')}</Button>
        </div>
      </Notice>
    </div>
  )
}
