'use client'

import { useState } from 'react'
import { ShortcutSheet } from './shortcut-sheet'
import { useShortcuts } from './use-shortcuts'

/** The single keys of the inbox and the sheet that lists them. */
export function Shortcuts({ onMove }: { onMove: (step: 1 | -1) => void }) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  useShortcuts({ onHelp: () => setIsSheetOpen(true), onMove })
  return <ShortcutSheet isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} />
}
