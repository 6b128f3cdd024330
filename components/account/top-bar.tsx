'use client'

import { useTranslations } from 'next-intl'
import { AccountMenu } from './account-menu'
import { ModeSwitch } from './mode-switch'
import { usePerson } from './person-context'
import { Wordmark } from './wordmark'

export function TopBar() {
  const t = useTranslations('Account')
  const isAdmin = usePerson().role === 'admin'
  return (
    <header className="flex min-h-13 items-center gap-3 border-b border-line bg-surface px-4">
      <a href="/" aria-label={t('home')} className="inline-flex min-h-11 items-center">
        <Wordmark />
      </a>
      <div className="ml-auto flex items-center gap-2">
        {isAdmin && <ModeSwitch />}
        <AccountMenu />
      </div>
    </header>
  )
}
