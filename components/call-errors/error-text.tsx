'use client'

import { useLocale, useTranslations } from 'next-intl'
import { oneOf } from '@/components/format/one-of'
import { SafeText } from '@/components/ui/safe-text'
import { errorCodes } from '@/lib/interactions/errors'
import type { VestraError } from '@/lib/sdk'

const ownCodes = ['connection_failed', 'unexpected_response'] as const
/** What the API says of these is for programs: a person has no key to send. */
const signedOutCodes: string[] = ['unauthenticated', 'invalid_credentials', 'session_expired']

/** What went wrong: in the reader's language by its code, then what the API says of it, which is English. */
export function ErrorText({ error }: { error: VestraError }) {
  const locale = useLocale()
  const t = useTranslations('Errors')
  const own = useTranslations('CallErrors')
  const said = (
    <span lang="en">
      <SafeText>{error.message}</SafeText>
    </span>
  )
  const ownCode = oneOf(ownCodes, error.code)
  if (ownCode) return <>{own(ownCode)}</>
  if (signedOutCodes.includes(error.code)) return <>{own('signed_out')}</>
  if (locale === 'en') return said
  const code = oneOf(errorCodes, error.code)
  if (!code) return said
  return (
    <>
      {t(`${code}.title`)}: {said}
    </>
  )
}
