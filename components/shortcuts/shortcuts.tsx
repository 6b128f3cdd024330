'use client'

import { useCallback, useState } from 'react'
import { ShortcutSheet } from './shortcut-sheet'
import { useShortcuts } from './use-shortcuts'

/** The single keys of the inbox and the sheet that lists them. */
export function Shortcuts() {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  useShortcuts(useCallback(() => setIsSheetOpen(true), []))
  return <ShortcutSheet isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} />
}
