'use client'

import { useTranslations } from 'next-intl'
import type { Interaction } from '@/lib/interactions/interaction'
import { toggleSelected } from './selection-store'

interface Props {
  item: Interaction
  isSelected: boolean
  isGone: boolean
}

/** The box that selects a row; only there while somebody selects. */
export function SelectRow({ item, isSelected, isGone }: Props) {
  const t = useTranslations('Row')
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
