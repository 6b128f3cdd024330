'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { countCodePoints } from '@/components/format/code-points'
import { isUnderWay } from '@/components/query/use-answer'
import type { Question } from '@/lib/interactions/facts'
import { ActionBar } from './action-bar'
import { AnswerReview } from './answer-review'
import { AnswerStatus } from './answer-status'
import { useDrafts } from './draft-store'
import { NoWithNote } from './no-with-note'
import { NoteField } from './note-field'
import { emptyDraft, maxAnswerCharacters, toAnswer } from './question-draft'
import { QuestionFields } from './question-fields'
import { mayWrite } from './rights'
import { useNote } from './use-note'
import type { AnswerProps } from './view'
import { YesButton } from './yes-button'

const noQuestions: Question[] = []

export function QuestionAnswer({ item, rights, answering, showMissing, children }: AnswerProps<'question'>) {
  const t = useTranslations('Question')
  const status = useTranslations('Answering')
  const questions = item.questions ?? noQuestions
  const { drafts, change, forget } = useDrafts(item.id, questions.length)
  const [wasTried, setWasTried] = useState(false)
  const note = useNote()
  const statusId = useId()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = isUnderWay(answering.state)
  const isClosed = rights.yes !== null || isBusy
  const answers = questions.map((question, index) => toAnswer(question, drafts[index] ?? emptyDraft))
  const errors = answers.map((answer) => {
    if (answer === null) return wasTried ? t('missing') : null
    return countCodePoints(answer) > maxAnswerCharacters ? t('too_long', { max: maxAnswerCharacters }) : null
  })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isClosed) return
    setWasTried(true)
    const faulty = answers.findIndex((answer) => answer === null || countCodePoints(answer) > maxAnswerCharacters)
    if (faulty >= 0) {
      form.current?.querySelectorAll('fieldset')[faulty]?.querySelector<HTMLElement>('input, textarea')?.focus()
      return
    }
    answering.send({ answers: answers.map((answer) => answer ?? '') }, forget)
  }

  function skip(message: string | undefined) {
    answering.send({ approve: false, ...(message !== undefined && { message }) })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) submit()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={handleKeyDown} className="contents">
      <div className="grid gap-8">
        {questions.map((question, index) => (
          <QuestionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of one item never move
            key={index}
            question={question}
            draft={drafts[index] ?? emptyDraft}
            onChange={(next) => change(index, next)}
            isDisabled={!mayWrite(rights) || isBusy}
            error={errors[index] ?? null}
          />
        ))}
      </div>
      {questions.length > 1 && <AnswerReview questions={questions} answers={answers} />}
      {children}
      <ActionBar
        above={
          <>
            <AnswerStatus id={statusId} item={item} rights={rights} answering={answering} showMissing={showMissing} />
            <NoteField note={note} onSubmit={() => !note.isTooLong && skip(note.message)} />
          </>
        }
        no={
          <NoWithNote
            variant="plain"
            note={note}
            label={t('skip')}
            isUnavailable={rights.no !== null || isBusy}
            onNo={skip}
          />
        }
        yes={
          <YesButton type="submit" shortcut="a" isUnavailable={isClosed} describedBy={statusId} onYes={() => {}}>
            {isBusy
              ? status(answering.state.phase === 'held' ? 'held' : 'checking')
              : t('send', { count: questions.length })}
          </YesButton>
        }
      />
    </form>
  )
}
