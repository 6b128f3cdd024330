'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { isUnderWay } from '@/components/query/use-answer'
import { Button } from '@/components/ui/button'
import { SafeText } from '@/components/ui/safe-text'
import { TextField } from '@/components/ui/text-field'
import { ActionBar } from './action-bar'
import { AnswerStatus } from './answer-status'
import { readDetails } from './details'
import { mayWrite } from './rights'
import type { AnswerProps } from './view'
import { YesButton } from './yes-button'

/** Values of a hand-off are secrets such as one-time codes: they are kept nowhere but in these fields. */
export function HandoffAnswer({ item, rights, answering, showMissing, children }: AnswerProps<'handoff'>) {
  const t = useTranslations('Handoff')
  const status = useTranslations('Answering')
  const statusId = useId()
  const questions = item.questions ?? []
  const [values, setValues] = useState<string[]>(() => questions.map(() => ''))
  const [wasTried, setWasTried] = useState(false)
  const { asksForValue } = readDetails(item)
  const isBusy = isUnderWay(answering.state)
  const isEmpty = values.every((value) => value.trim() === '')
  const isClosed = rights.yes !== null || isBusy

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isClosed) return
    if (isEmpty) return answering.send({ done: true })
    setWasTried(true)
    if (values.every((value) => value.trim() !== '')) answering.send({ answers: values })
  }

  return (
    <form noValidate onSubmit={submit} className="contents">
      {asksForValue && (
        <div className="grid gap-4">
          {questions.map(({ question, header }, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: the questions of one item never move
              key={index}
              label={
                <>
                  {header !== '' && <SafeText className="block font-normal text-soft">{header}</SafeText>}
                  <SafeText className="whitespace-pre-wrap">{question}</SafeText>
                </>
              }
              error={wasTried && values[index]?.trim() === '' ? t('missing') : undefined}
              value={values[index] ?? ''}
              onValueChange={(value) => setValues((current) => current.with(index, value))}
              disabled={!mayWrite(rights) || isBusy}
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className="font-mono"
            />
          ))}
        </div>
      )}
      {children}
      <ActionBar
        above={
          <AnswerStatus id={statusId} item={item} rights={rights} answering={answering} showMissing={showMissing} />
        }
        no={
          <>
            <Button
              data-shortcut="d"
              unavailable={rights.no !== null || isBusy}
              onClick={() => answering.send({ not_now: true })}
            >
              {t('not_now')}
            </Button>
            <Button
              variant="quiet"
              unavailable={rights.no !== null || isBusy}
              onClick={() => answering.send({ could_not: true })}
            >
              {t('could_not')}
            </Button>
          </>
        }
        yes={
          <YesButton type="submit" shortcut="a" isUnavailable={isClosed} describedBy={statusId} onYes={() => {}}>
            {isBusy ? status(answering.state.phase === 'held' ? 'held' : 'checking') : isEmpty ? t('done') : t('send')}
          </YesButton>
        }
      />
    </form>
  )
}
