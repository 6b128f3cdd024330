'use client'

import { useTranslations } from 'next-intl'
import { ErrorText } from '@/components/call-errors/error-text'
import type { VestraError } from '@/lib/sdk'

interface Props {
  error: VestraError
  /** Whether something that was read before is still shown under it. */
  hasOld: boolean
}

const signInHref = () => `/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`

/** A thin banner: what keeps the page from the server, and what to do. What was read before stays. */
export function Trouble({ error, hasOld }: Props) {
  const t = useTranslations('Trouble')
  return (
    <div role="status" className="border-b border-money-edge bg-money-tint px-4 py-2 text-13 text-ink">
      {error.status === 401 ? (
        <>
          {t('signed_out')}{' '}
          <a href={signInHref()} className="font-medium text-accent underline underline-offset-4">
            {t('sign_in')}
          </a>
        </>
      ) : error.status >= 400 && error.status < 500 ? (
        <ErrorText error={error} />
      ) : (
        t(hasOld ? 'stale' : 'unreachable')
      )}
    </div>
  )
}
