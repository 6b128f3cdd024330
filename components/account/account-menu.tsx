'use client'

import { CircleUserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { useSignOut } from '@/components/query/use-sign-out'
import { Button } from '@/components/ui/button'
import { LocaleChoice } from './locale-choice'
import { usePerson } from './person-context'
import { ThemeChoice } from './theme-choice'

const linkLook = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4'

/** Who is signed in, how it looks, and the way out. A native popover: it closes by Escape and by a click beside it. */
export function AccountMenu() {
  const t = useTranslations('Account')
  const person = usePerson()
  const signOut = useSignOut()
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('menu', { name: person.name })}
        className="inline-flex size-11 items-center justify-center rounded text-soft hover:bg-sunken hover:text-ink"
      >
        <CircleUserRound aria-hidden size={20} strokeWidth={1.75} />
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-14 right-3 m-0 w-72 max-w-[calc(100vw-1.5rem)] rounded border border-line bg-raised p-4 text-ink shadow-float"
      >
        <div className="grid gap-4">
          <div>
            <p className="font-semibold">
              <bdi>{person.name}</bdi>
            </p>
            <p className="text-13 text-soft">
              <bdi>{person.email}</bdi>
            </p>
            <p className="text-13 text-soft">{t(`role.${person.role}`)}</p>
          </div>
          <nav aria-label={t('settings')} className="grid">
            <a href="/settings/notices" className={linkLook}>
              {t('notices')}
            </a>
            {person.role === 'admin' && (
              <a href="/settings/keys" className={linkLook}>
                {t('settings')}
              </a>
            )}
          </nav>
          <ThemeChoice />
          <LocaleChoice />
          <Button onClick={signOut}>{t('sign_out')}</Button>
        </div>
      </div>
    </>
  )
}
