'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { lastHeld, takeBack } from '@/components/query/held-answers'
import { useAnnounce } from '@/components/ui/announcer'
import { ShortcutSheet } from './shortcut-sheet'
import { useShortcuts } from './use-shortcuts'

/** The single keys of the inbox and the sheet that lists them. */
export function Shortcuts({ onMove }: { onMove: (step: 1 | -1) => void }) {
  const t = useTranslations('Held')
  const announce = useAnnounce()
  const [isSheetOpen, setIsSheetOpen] = useState(false)

  function undo(): boolean {
    const held = lastHeld()
    if (!held) return false
    takeBack(held.item.id)
    announce(t('taken_back'))
    return true
  }

  useShortcuts({ onHelp: () => setIsSheetOpen(true), onMove, onUndo: undo })
  return <ShortcutSheet isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} />
}
