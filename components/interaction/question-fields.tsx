'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { SafeText } from '@/components/ui/safe-text'
import { TextArea } from '@/components/ui/text-area'
import type { Question } from '@/lib/interactions/facts'
import { OptionField } from './option-field'
import { maxAnswerCharacters, type QuestionDraft } from './question-draft'

interface Props {
  question: Question
  draft: QuestionDraft
  onChange: (change: (draft: QuestionDraft) => QuestionDraft) => void
  isDisabled: boolean
  error: string | null
}

/** One question: its options, and room for own words, always. */
export function QuestionFields({ question, draft, onChange, isDisabled, error }: Props) {
  const t = useTranslations('Question')
  const id = useId()
  const hasOptions = question.options.length > 0

  function pick(label: string, isPicked: boolean) {
    if (!question.multi_select) return onChange((current) => ({ ...current, picked: [label], isOwnChosen: false }))
    onChange((current) => {
      const others = current.picked.filter((each) => each !== label)
      return { ...current, picked: isPicked ? [...others, label] : others }
    })
  }

  return (
    <fieldset
      disabled={isDisabled}
      aria-describedby={error === null ? undefined : `${id}-error`}
      data-question
      className="grid gap-2"
    >
      <legend className="mb-2 grid gap-1">
        {question.header !== '' && <SafeText className="text-13 text-soft">{question.header}</SafeText>}
        <SafeText className="text-18 font-semibold whitespace-pre-wrap">{question.question}</SafeText>
      </legend>
      {hasOptions && (
        <div className="border-t border-line">
          {question.options.map((option, index) => (
            <OptionField
              key={option.label}
              name={id}
              option={option}
              number={index + 1}
              type={question.multi_select ? 'checkbox' : 'radio'}
              isChecked={draft.picked.includes(option.label) && (question.multi_select || !draft.isOwnChosen)}
              onPick={(isPicked) => pick(option.label, isPicked)}
            />
          ))}
        </div>
      )}
      <TextArea
        label={hasOptions ? (question.multi_select ? t('own_as_well') : t('own_instead')) : t('own')}
        value={draft.own}
        onValueChange={(own) => onChange((current) => ({ ...current, own, isOwnChosen: own.trim() !== '' }))}
        maxCharacters={maxAnswerCharacters}
        disabled={isDisabled}
      />
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="text-13 text-refusal">
          {error}
        </p>
      )}
    </fieldset>
  )
}
