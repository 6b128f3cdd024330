'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'

const resultShapes = ['output', 'error'] as const
export type ResultShape = (typeof resultShapes)[number]

interface Props {
  value: ResultShape
  onChange: (shape: ResultShape) => void
  isDisabled: boolean
}

export function ResultChoice({ value, onChange, isDisabled }: Props) {
  const t = useTranslations('ToolCall')
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className="flex flex-wrap gap-x-6">
      <legend className="text-13 font-medium">{t('what_happened')}</legend>
      {resultShapes.map((shape) => (
        <label key={shape} className="flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={value === shape}
            onChange={() => onChange(shape)}
            className="size-4 accent-accent"
          />
          {t(shape)}
        </label>
      ))}
    </fieldset>
  )
}
