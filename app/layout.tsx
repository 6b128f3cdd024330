import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { readTheme, themeCookie } from '@/components/account/theme'
import { MessagesProvider } from '@/components/messages/messages-provider'
import { readTimeZone, timeZoneCookie } from '@/components/messages/time-zone'
import { QueryProvider } from '@/components/query/query-provider'
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
  const theme = readTheme(jar.get(themeCookie)?.value)
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // The theme choice changes the attribute on the page itself.
      suppressHydrationWarning
    >
      <body>
        <MessagesProvider timeZone={readTimeZone(jar.get(timeZoneCookie)?.value)}>
          <QueryProvider>{children}</QueryProvider>
        </MessagesProvider>
      </body>
    </html>
  )
}
