'use client'

import { MessageSquarePlus, MessageSquareX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { Note } from './use-note'

interface Props {
  note: Note
  label: string
  /** Red is for a refusal; a skip is none. */
  variant?: 'refusal' | 'plain'
  isUnavailable: boolean
  onNo: (message: string | undefined) => void
}

/** No in one step; the note beside it is never needed. */
export function NoWithNote({ note, label, variant = 'refusal', isUnavailable, onNo }: Props) {
  const t = useTranslations('Note')
  return (
    <>
      <Button variant={variant} unavailable={isUnavailable || note.isTooLong} onClick={() => onNo(note.message)}>
        {label}
      </Button>
      {!isUnavailable && (
        <IconButton
          icon={note.isOpen ? MessageSquareX : MessageSquarePlus}
          label={note.isOpen ? t('close') : t('open')}
          aria-expanded={note.isOpen}
          data-shortcut="d"
          onClick={note.toggle}
        />
      )}
    </>
  )
}
