'use client'

import { useTranslations } from 'next-intl'

/** No such item, or none that this person may see: nobody learns which. */
export function NothingHere() {
  const t = useTranslations('NothingHere')
  return (
    <div className="m-auto grid max-w-100 gap-2 p-6">
      <h2 id="card-title" tabIndex={-1} className="text-24 font-semibold">
        {t('title')}
      </h2>
      <p className="text-soft">{t('why')}</p>
      <p>
        <a href="/" className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4">
          {t('back')}
        </a>
      </p>
    </div>
  )
}
