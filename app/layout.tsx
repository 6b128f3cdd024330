import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { readTheme, themeCookie } from '@/components/account/theme'
import { textsForPages } from '@/components/messages/catalogues'
import { MessagesProvider } from '@/components/messages/messages-provider'
import { readTimeZone, timeZoneCookie } from '@/components/messages/time-zone'
import { QueryProvider } from '@/components/query/query-provider'
import { directionOf } from '@/lib/locales'
import { currentLocale } from './current-locale'
import './globals.css'

export const metadata: Metadata = {
  description: 'What your AI agents ask, and your answers.',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies()
  const locale = await currentLocale()
  const theme = readTheme(jar.get(themeCookie)?.value)
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-theme={theme === 'system' ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // The theme choice changes the attribute on the page itself.
      suppressHydrationWarning
    >
      <body>
        <MessagesProvider
          locale={locale}
          messages={textsForPages(locale)}
          timeZone={readTimeZone(jar.get(timeZoneCookie)?.value)}
        >
          <QueryProvider>{children}</QueryProvider>
        </MessagesProvider>
      </body>
    </html>
  )
}
