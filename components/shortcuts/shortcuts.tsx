'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lastHeld, takeBack } from '@/components/query/held-answers'
import { useAnnounce } from '@/components/ui/announcer'
import { part } from '@/components/ui/part'
import type { Act, Acts } from './acts'
import { press } from './press'
import { useShortcuts } from './use-shortcuts'

const ShortcutSheet = part(() => import('./shortcut-sheet').then((file) => file.ShortcutSheet))
const CommandPalette = part(() => import('./command-palette').then((file) => file.CommandPalette))

type Own = 'search' | 'approve' | 'deny' | 'undo' | 'help' | 'palette'
type Shown = 'sheet' | 'palette' | null

/** The keys of the inbox, the sheet that lists them, and the palette that finds them by name. */
export function Shortcuts({ acts }: { acts: Omit<Acts, Own> }) {
  const t = useTranslations('Keys')
  const held = useTranslations('Held')
  const announce = useAnnounce()
  const [shown, setShown] = useState<Shown>(null)
  const chosen = useRef<Act | null>(null)

  function show(what: Shown): boolean {
    setShown(what)
    return true
  }

  function undo(): boolean {
    const answer = lastHeld()
    if (!answer) return false
    takeBack(answer.item.id)
    announce(held('taken_back'))
    return true
  }

  const all: Acts = {
    ...acts,
    search: () => press('/'),
    approve: () => press('a'),
    deny: () => press('d'),
    undo,
    help: () => show('sheet'),
    palette: () => show('palette'),
  }
  useShortcuts(all)

  useEffect(() => {
    const act = chosen.current
    if (shown !== null || act === null) return
    chosen.current = null
    // After the dialog has given the focus back to where it was.
    const timer = setTimeout(() => {
      if (!all[act]()) announce(t('not_now'))
    })
    return () => clearTimeout(timer)
  })

  return (
    <Suspense>
      {shown === 'sheet' && <ShortcutSheet isOpen onOpenChange={() => setShown(null)} />}
      {shown === 'palette' && (
        <CommandPalette
          onClose={(act) => {
            chosen.current = act
            setShown(null)
          }}
        />
      )}
    </Suspense>
  )
}
