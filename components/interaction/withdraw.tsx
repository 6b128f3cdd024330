'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ErrorText } from '@/components/call-errors/error-text'
import { useWithdraw } from '@/components/query/use-withdraw'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { TextArea } from '@/components/ui/text-area'
import type { Interaction } from '@/lib/interactions/interaction'
import { kindsOnScreen } from './acts'
import { maxNoteCharacters } from './use-note'

/** For admins: takes an item back, for the company. The agent hears that it was withdrawn, not denied. */
export function Withdraw({ item }: { item: Interaction }) {
  const t = useTranslations('Withdraw')
  const { mutate, isPending, error } = useWithdraw(item.id)
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const keep = useRef<HTMLButtonElement>(null)
  if (kindsOnScreen[item.kind].isReadOnly) return null

  return (
    <div className="-mx-4">
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      <Dialog
        role="alertdialog"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        initialFocus={keep}
        title={t('title')}
        description={t('what')}
      >
        <TextArea label={t('reason')} value={reason} onValueChange={setReason} maxCharacters={maxNoteCharacters} />
        {error && (
          <Notice tone="refusal" role="alert">
            <ErrorText error={error} />
          </Notice>
        )}
        <div className="flex flex-wrap justify-between gap-3">
          <Button ref={keep} onClick={() => setIsOpen(false)}>
            {t('keep')}
          </Button>
          <Button
            variant="refusal"
            unavailable={isPending}
            onClick={() => mutate({ reason: reason.trim() || undefined })}
          >
            {isPending ? t('checking') : t('withdraw')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
