'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { isUnderWay } from '@/components/query/use-answer'
import { ActionBar } from './action-bar'
import { AnswerStatus } from './answer-status'
import { ConfirmYes } from './confirm-yes'
import { NoWithNote } from './no-with-note'
import { NoteField } from './note-field'
import { useActText } from './use-act-text'
import { useNote } from './use-note'
import type { AnswerProps } from './view'
import { YesButton } from './yes-button'

export function ApprovalAnswer({ item, rights, answering, showMissing, children }: AnswerProps<'approval'>) {
  const t = useTranslations('Approval')
  const status = useTranslations('Answering')
  const text = useActText(item)
  const note = useNote()
  const statusId = useId()
  const [isConfirming, setIsConfirming] = useState(false)
  const isBusy = isUnderWay(answering.state)

  function sendYes(presentUser: boolean) {
    setIsConfirming(false)
    answering.send({
      approve: true,
      ...(presentUser && { present_user: true }),
      ...(item.nonce !== undefined && { nonce: item.nonce }),
    })
  }

  function sendNo(message: string | undefined) {
    answering.send({ approve: false, ...(message !== undefined && { message }) })
  }

  if (rights.yes === 'read_only') {
    return (
      <>
        {children}
        <ActionBar above={<p className="text-13 text-soft">{t('read_only')}</p>} no={null} yes={null} />
      </>
    )
  }

  return (
    <>
      {children}
      <ActionBar
        above={
          <>
            <AnswerStatus id={statusId} item={item} rights={rights} answering={answering} showMissing={showMissing} />
            <NoteField note={note} onSubmit={() => !note.isTooLong && sendNo(note.message)} />
          </>
        }
        no={
          <NoWithNote
            note={note}
            label={note.message === undefined ? t('deny') : t('deny_with_note')}
            isUnavailable={rights.no !== null || isBusy}
            onNo={sendNo}
          />
        }
        yes={
          <YesButton
            shortcut="a"
            isUnavailable={rights.yes !== null || isBusy}
            describedBy={statusId}
            opensDialog={item.requires_present_user}
            onYes={() => (item.requires_present_user ? setIsConfirming(true) : sendYes(false))}
          >
            {isBusy ? status(answering.state.phase === 'held' ? 'held' : 'checking') : text.drawn('verb')}
          </YesButton>
        }
      />
      <ConfirmYes item={item} isOpen={isConfirming} onOpenChange={setIsConfirming} onYes={() => sendYes(true)} />
    </>
  )
}
