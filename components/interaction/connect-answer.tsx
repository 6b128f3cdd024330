'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ErrorText } from '@/components/call-errors/error-text'
import { useConnecting } from '@/components/connect/use-connecting'
import { isUnderWay } from '@/components/query/use-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ActionBar } from './action-bar'
import { AnswerStatus } from './answer-status'
import { readDetails } from './details'
import { NoWithNote } from './no-with-note'
import { NoteField } from './note-field'
import { useActText } from './use-act-text'
import { useNote } from './use-note'
import type { AnswerProps } from './view'
import { YesButton } from './yes-button'

/** Nobody can say here that an app is connected: the item settles itself when it is. Only a no answers it. */
export function ConnectAnswer({ item, rights, answering, showMissing, children }: AnswerProps<'connect'>) {
  const t = useTranslations('Connect')
  const text = useActText(item)
  const note = useNote()
  const statusId = useId()
  const [isExplaining, setIsExplaining] = useState(false)
  const isBusy = isUnderWay(answering.state)
  const connecting = useConnecting(item.user_id, readDetails(item).app ?? '')
  // To connect is no answer, so that it waits for no reason.
  const ownRights = { ...rights, yes: rights.no ?? (connecting.isOthers ? ('not_their_item' as const) : null) }

  function sendNo(message: string | undefined) {
    answering.send({ approve: false, ...(message !== undefined && { message }) })
  }

  return (
    <>
      {children}
      <ActionBar
        above={
          <>
            <AnswerStatus
              id={statusId}
              item={item}
              rights={ownRights}
              answering={answering}
              showMissing={showMissing}
            />
            <div role="status">{connecting.isOpened && <Notice>{t('opened')}</Notice>}</div>
            {connecting.error && (
              <Notice tone="refusal" role="alert">
                <ErrorText error={connecting.error} />
              </Notice>
            )}
            <NoteField note={note} onSubmit={() => !note.isTooLong && sendNo(note.message)} />
          </>
        }
        no={
          <NoWithNote note={note} label={t('no_thanks')} isUnavailable={rights.no !== null || isBusy} onNo={sendNo} />
        }
        yes={
          <YesButton
            shortcut="a"
            isUnavailable={ownRights.yes !== null || isBusy || connecting.isBusy}
            describedBy={statusId}
            opensDialog={!connecting.hasWay}
            onYes={() => (connecting.hasWay ? connecting.begin() : setIsExplaining(true))}
          >
            {text.drawn('verb')}
          </YesButton>
        }
      />
      <Dialog isOpen={isExplaining} onOpenChange={setIsExplaining} title={text.drawn('confirm')} description={t('how')}>
        <p className="text-15">{t('settles_itself')}</p>
        <div className="flex justify-end">
          <Button onClick={() => setIsExplaining(false)}>{t('close')}</Button>
        </div>
      </Dialog>
    </>
  )
}
