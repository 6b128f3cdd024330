'use client'

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { kindLabels } from '@/components/interaction/labels'
import { SafeText } from '@/components/ui/safe-text'
import type { Group } from './group-rows'
import { select, useSelection } from './selection-store'

interface Props {
  group: Group
  isFolded: boolean
  onToggle: () => void
}

/** What the rows below have in common, and how many they are; it folds them and selects them together. */
export function GroupHead({ group, isFolded, onToggle }: Props) {
  const t = useTranslations('Group')
  const kinds = useTranslations('Kinds')
  const card = useTranslations('Card')
  const selection = useSelection()
  const areAllSelected = selection !== null && group.ids.every((id) => selection.has(id))
  const Chevron = isFolded ? ChevronRight : ChevronDown

  function selectAll() {
    const others = [...(selection ?? [])].filter((id) => !group.ids.includes(id))
    select(new Set(areAllSelected ? others : [...others, ...group.ids]))
  }

  return (
    <div className="flex bg-sunken">
      {selection !== null && (
        <label className="grid min-h-11 w-11 shrink-0 place-content-center">
          <span className="sr-only">{t('select', { count: group.ids.length })}</span>
          <input type="checkbox" checked={areAllSelected} onChange={selectAll} className="size-4 accent-accent" />
        </label>
      )}
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={onToggle}
        className="flex min-h-11 min-w-0 grow items-center gap-2 px-4 text-left text-13 text-soft hover:text-ink"
      >
        <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <SafeText className="min-w-0 truncate font-medium">{group.agent ?? card('agent')}</SafeText>
        <span aria-hidden>·</span>
        <SafeText className="min-w-0 truncate">{group.tool ?? kinds(kindLabels[group.kind])}</SafeText>
        <span className="ml-auto shrink-0">{t('count', { count: group.ids.length })}</span>
      </button>
    </div>
  )
}
