'use client'

import { useTranslations } from 'next-intl'

export function NothingOpen() {
  const t = useTranslations('CardPane')
  return (
    <div className="m-auto grid max-w-100 gap-1 p-6 text-center text-soft">
      <p className="text-15">{t('nothing_open')}</p>
      <p className="text-13 text-balance">
        {t.rich('nothing_open_keys', {
          key: (chunks) => (
            <kbd className="rounded-small border border-edge px-1 font-mono text-12 text-ink">{chunks}</kbd>
          ),
        })}
      </p>
    </div>
  )
}
