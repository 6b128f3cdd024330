'use client'

import type { DefaultError } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'

/** Why a link cannot be looked at; without an error, there is none. */
export function LinkTrouble({ error }: { error: DefaultError | null }) {
  const t = useTranslations('LinkTrouble')
  const code = error?.code
  if (error !== null && code !== 'not_found' && code !== 'expired')
    return <Notice role="alert">{t('unreachable')}</Notice>
  return (
    <Notice tone="refusal" role="alert">
      {t(code === 'expired' ? 'expired' : 'invalid')}
    </Notice>
  )
}
