'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { PlainPage } from '@/components/ui/plain-page'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations('Crash')
  return (
    <PlainPage title={t('title')}>
      <p className="text-soft">{t('what')}</p>
      {error.digest !== undefined && <p className="font-mono text-13 text-soft">{error.digest}</p>}
      <p>
        <Button onClick={reset}>{t('again')}</Button>
      </p>
    </PlainPage>
  )
}
