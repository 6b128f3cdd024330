'use client'

import { useTranslations } from 'next-intl'

/** The first letters of the parts of an id: "traveller-42" is T4. */
function initialsOf(userId: string): string {
  const parts = userId.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return parts
    .slice(0, 2)
    .map((part) => [...part][0])
    .join('')
    .toUpperCase()
}

/** Whom an item is for, in a glance; the whole id is there for a pointer and for a screen reader. */
export function Initials({ userId }: { userId: string | null }) {
  const t = useTranslations('Row')
  const name = userId === null ? t('for_company') : t('for_user', { user: userId })
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="h-5 min-w-5 rounded-full border border-line bg-sunken px-1 text-center text-12 leading-4.5 font-medium text-soft"
    >
      {userId === null ? '—' : initialsOf(userId)}
    </span>
  )
}
