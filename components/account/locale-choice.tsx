'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { writeCookie } from '@/components/format/write-cookie'
import { localeCookie } from '@/components/messages/locale-cookie'
import { useChangeNotices } from '@/components/query/notices'
import { useHydrated } from '@/components/ui/use-hydrated'
import { type Locale, locales } from '@/lib/locales'

/** Each language by its own name, so that its speakers find it. */
const names: Record<Locale, string> = { en: 'English', de: 'Deutsch' }

/** The language of the screens at this browser, and of the person's notices. */
export function LocaleChoice() {
  const t = useTranslations('Account')
  const shown = useLocale()
  const name = useId()
  const isHydrated = useHydrated()
  const notices = useChangeNotices()

  function choose(locale: Locale) {
    writeCookie(localeCookie, locale)
    notices.mutate({ locale }, { onSettled: () => window.location.reload() })
  }

  return (
    <fieldset disabled={!isHydrated}>
      <legend className="text-13 text-soft">{t('language')}</legend>
      <div className="flex gap-4">
        {locales.map((locale) => (
          <label key={locale} className="flex min-h-11 items-center gap-2 text-15">
            <input
              type="radio"
              name={name}
              checked={locale === shown}
              onChange={() => choose(locale)}
              className="size-4 accent-accent"
            />
            <span lang={locale}>{names[locale]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
