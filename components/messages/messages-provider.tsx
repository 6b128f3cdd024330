'use client'

import { type Messages, NextIntlClientProvider } from 'next-intl'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Locale } from '@/lib/locales'
import { timeZoneCookie } from './time-zone'

interface Props {
  locale: Locale
  messages: Partial<Messages>
  /** The zone this browser was last seen in; null on its first visit. */
  timeZone: string | null
  children: ReactNode
}

const subscribeToNothing = () => () => {}
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function MessagesProvider({ locale, messages, timeZone, children }: Props) {
  const shown = useSyncExternalStore(subscribeToNothing, ownTimeZone, () => timeZone ?? 'UTC')

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(shown)}; path=/; max-age=31536000; samesite=lax`
  }, [shown])

  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={shown}>
      {children}
    </NextIntlClientProvider>
  )
}
