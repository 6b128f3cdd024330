'use client'

import { useTranslations } from 'next-intl'
import { TextArea } from '@/components/ui/text-area'
import { maxNoteCharacters, type Note } from './use-note'

interface Props {
  note: Note
  onSubmit: () => void
}

export function NoteField({ note, onSubmit }: Props) {
  const t = useTranslations('Note')
  if (!note.isOpen) return null
  return (
    <TextArea
      autoFocus
      label={t('label')}
      hint={t('hint')}
      value={note.text}
      onValueChange={note.setText}
      maxCharacters={maxNoteCharacters}
      onSubmit={onSubmit}
      onEscape={note.close}
    />
  )
}
