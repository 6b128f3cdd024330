'use client'

import { type Messages, NextIntlClientProvider } from 'next-intl'
import { type ReactNode, useEffect } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { Locale } from '@/lib/locales'
import { ownTimeZone, timeZoneCookie } from './time-zone'

interface Props {
  locale: Locale
  messages: Partial<Messages>
  /** The zone this browser was last seen in; null on its first visit. */
  timeZone: string | null
  children: ReactNode
}

export function MessagesProvider({ locale, messages, timeZone, children }: Props) {
  const isHydrated = useHydrated()
  const shown = isHydrated ? ownTimeZone() : timeZone

  useEffect(() => {
    if (shown === null) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(shown)}; path=/; max-age=31536000; samesite=lax`
  }, [shown])

  return (
    <NextIntlClientProvider locale={locale} messages={messages} {...(shown !== null && { timeZone: shown })}>
      {children}
    </NextIntlClientProvider>
  )
}
