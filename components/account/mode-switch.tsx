'use client'

import { useTranslations } from 'next-intl'
import { writeCookie } from '@/components/format/write-cookie'
import { useHydrated } from '@/components/ui/use-hydrated'
import { type Mode, modeCookie, modes } from './mode'
import { useMode } from './mode-context'

function show(mode: Mode) {
  writeCookie(modeCookie, mode)
  // The other world has other items: an open one does not exist there. Every other page is there in both.
  if (window.location.pathname.startsWith('/inbox/')) window.location.assign('/')
  else window.location.reload()
}

/** Which world is shown. For admins only. */
export function ModeSwitch() {
  const t = useTranslations('Mode')
  const shown = useMode()
  const isHydrated = useHydrated()
  return (
    <fieldset disabled={!isHydrated} aria-label={t('label')} className="flex rounded border border-edge p-0.5">
      {modes.map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={shown === mode}
          onClick={() => show(mode)}
          className={`relative min-h-7 rounded-small pointer-coarse:min-w-11 px-2 text-13 after:absolute after:-inset-y-2 after:inset-x-0 ${shown === mode ? 'bg-accent-tint font-medium text-ink' : 'text-soft hover:text-ink'}`}
        >
          {t(mode)}
        </button>
      ))}
    </fieldset>
  )
}
