'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'

interface Props {
  hasLooked: boolean
  onChange: (hasLooked: boolean) => void
}

/** Said by a person before a yes that may go to somebody else: nobody skims over that warning. */
export function LookedTwice({ hasLooked, onChange }: Props) {
  const t = useTranslations('Confirm')
  const id = useId()
  return (
    <div className="relative flex min-h-11 items-start gap-3 py-2.5 text-15">
      <input
        id={id}
        type="checkbox"
        checked={hasLooked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 mt-1 size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="after:absolute after:inset-0">
        {t('looked')}
      </label>
    </div>
  )
}
