'use client'

import { useTranslations } from 'next-intl'
import { useId, useSyncExternalStore } from 'react'
import { writeCookie } from '@/components/format/write-cookie'
import { useHydrated } from '@/components/ui/use-hydrated'
import { readTheme, type Theme, themeCookie, themes } from './theme'

const listeners = new Set<() => void>()

/** The page's own attribute is the one truth; the server sets it from the cookie. */
function choose(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  writeCookie(themeCookie, theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ThemeChoice() {
  const t = useTranslations('Theme')
  const name = useId()
  const isHydrated = useHydrated()
  const chosen = useSyncExternalStore(
    subscribe,
    () => readTheme(document.documentElement.dataset.theme),
    () => 'system' as const,
  )
  return (
    <fieldset disabled={!isHydrated}>
      <legend className="text-13 text-soft">{t('label')}</legend>
      <div className="flex gap-4">
        {themes.map((theme) => (
          <label key={theme} className="flex min-h-11 items-center gap-2 text-15">
            <input
              type="radio"
              name={name}
              checked={chosen === theme}
              onChange={() => choose(theme)}
              className="size-4 accent-accent"
            />
            {t(theme)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
