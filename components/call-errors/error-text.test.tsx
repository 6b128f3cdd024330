import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect } from 'vitest'
import { catalogues } from '@/components/messages/catalogues'
import type { Locale } from '@/lib/locales'
import { type ErrorCode, VestraError, type VestraErrorCode } from '@/lib/sdk'
import { verifies } from '@/lib/testing/verifies'
import { ErrorText } from './error-text'

const said = 'name: must be at most 200 characters long.'

function render(locale: Locale, code: VestraErrorCode) {
  const error = new VestraError({ status: 400, code, message: said })
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone="UTC">
      <ErrorText error={error} />
    </NextIntlClientProvider>,
  )
}

verifies('F20', 'what went wrong is said in the reader’s language, and what the API says is marked as English', () => {
  const english = `<span lang="en"><bdi>${said}</bdi></span>`
  const code: ErrorCode = 'invalid_request'
  expect(render('en', code)).toBe(english)
  expect(render('de', code)).toBe(`Die Anfrage ist nicht gültig: ${english}`)
  expect(render('en', 'connection_failed')).toBe(catalogues.en.CallErrors.connection_failed)
  expect(render('de', 'connection_failed')).toBe('Der Server war nicht zu erreichen.')
  expect(render('de', 'unexpected_response')).toBe('Die Antwort des Servers ist nicht lesbar.')
})

verifies('F20', 'who is signed out is told so, and not what a program would have to send', () => {
  for (const code of ['unauthenticated', 'invalid_credentials', 'session_expired'] as const) {
    expect(render('en', code)).toBe('Your sign-in has ended. Sign in again.')
    expect(render('de', code)).toBe(catalogues.de.CallErrors.signed_out)
  }
})
