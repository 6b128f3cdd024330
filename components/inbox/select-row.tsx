'use client'

import { useTranslations } from 'next-intl'
import type { Interaction } from '@/lib/interactions/interaction'
import { toggleSelected, useIsSelected } from './selection-store'

interface Props {
  item: Interaction
  isGone: boolean
}

/** The box that selects a row; only there while somebody selects. */
export function SelectRow({ item, isGone }: Props) {
  const t = useTranslations('Row')
  const isSelected = useIsSelected(item.id)
  if (isSelected === null) return null
  return (
    <label className="grid min-h-16 w-11 shrink-0 place-content-center">
      <span className="sr-only">{t('select', { summary: item.summary })}</span>
      <input
        type="checkbox"
        checked={isSelected}
        disabled={isGone}
        onChange={() => toggleSelected(item.id)}
        className="size-4 accent-accent"
      />
    </label>
  )
}
