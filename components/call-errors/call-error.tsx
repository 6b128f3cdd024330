'use client'

import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import type { VestraError } from '@/lib/sdk'
import { ErrorText } from './error-text'

/** What the API said against it, and the id under which the operator finds it. */
export function CallError({ error }: { error: VestraError | null }) {
  const t = useTranslations('Settings')
  if (!error) return null
  return (
    <Notice tone="refusal" role="alert">
      <ErrorText error={error} />
      {error.requestId !== undefined && <p className="text-13 text-soft">{t('request', { id: error.requestId })}</p>}
    </Notice>
  )
}
