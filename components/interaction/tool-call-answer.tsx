'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { isUnderWay } from '@/components/query/use-answer'
import { TextArea } from '@/components/ui/text-area'
import { ActionBar } from './action-bar'
import { AnswerStatus } from './answer-status'
import { ResultChoice, type ResultShape } from './result-choice'
import { mayWrite } from './rights'
import type { AnswerProps } from './view'
import { YesButton } from './yes-button'

const maxErrorCharacters = 4000
const maxOutputCharacters = 1_000_000

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The output goes out as the text that was written: a parsed number would lose its digits (C31). */
const outputBody = (text: string) => `{"output":${text}}`

export function ToolCallAnswer({ item, rights, answering, showMissing, children }: AnswerProps<'tool_call'>) {
  const t = useTranslations('ToolCall')
  const status = useTranslations('Answering')
  const statusId = useId()
  const [shape, setShape] = useState<ResultShape>('output')
  const [output, setOutput] = useState('')
  const [error, setError] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const isBusy = isUnderWay(answering.state)
  const isClosed = rights.yes !== null || isBusy
  const isReadOnly = !mayWrite(rights) || isBusy
  const faults: Record<ResultShape, string | null> = {
    output: isJson(output) ? null : t('not_json'),
    error: error.trim() === '' ? t('missing') : null,
  }
  const fault = wasTried ? faults[shape] : null

  function submit(event?: FormEvent) {
    event?.preventDefault()
    setWasTried(true)
    if (isClosed || faults[shape] !== null) return
    const bodies: Record<ResultShape, () => void> = {
      output: () => answering.send(outputBody(output)),
      error: () => answering.send({ error }),
    }
    bodies[shape]()
  }

  return (
    <form noValidate onSubmit={submit} className="contents">
      <div className="grid gap-4">
        <ResultChoice value={shape} onChange={setShape} isDisabled={isReadOnly} />
        <TextArea
          key={shape}
          label={t(`${shape}_label`)}
          hint={t(`${shape}_hint`)}
          value={shape === 'output' ? output : error}
          onValueChange={shape === 'output' ? setOutput : setError}
          maxCharacters={shape === 'output' ? maxOutputCharacters : maxErrorCharacters}
          onSubmit={submit}
          disabled={isReadOnly}
          spellCheck={false}
          className={shape === 'output' ? 'min-h-32 font-mono text-13' : ''}
        />
        {fault !== null && (
          <p role="alert" className="text-13 text-refusal">
            {fault}
          </p>
        )}
      </div>
      {children}
      <ActionBar
        above={
          <AnswerStatus id={statusId} item={item} rights={rights} answering={answering} showMissing={showMissing} />
        }
        no={null}
        yes={
          <YesButton type="submit" shortcut="a" isUnavailable={isClosed} describedBy={statusId} onYes={() => {}}>
            {isBusy ? status('checking') : t(`${shape}_send`)}
          </YesButton>
        }
      />
    </form>
  )
}
