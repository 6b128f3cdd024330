'use client'

import { NextIntlClientProvider } from 'next-intl'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import messages from './en.json'
import { timeZoneCookie } from './time-zone'

interface Props {
  /** The zone this browser was last seen in; null on its first visit. */
  timeZone: string | null
  children: ReactNode
}

const subscribeToNothing = () => () => {}
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function MessagesProvider({ timeZone, children }: Props) {
  const shown = useSyncExternalStore(subscribeToNothing, ownTimeZone, () => timeZone ?? 'UTC')

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(shown)}; path=/; max-age=31536000; samesite=lax`
  }, [shown])

  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone={shown}>
      {children}
    </NextIntlClientProvider>
  )
}
