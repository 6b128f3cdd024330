'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { countCodePoints } from '@/components/format/code-points'
import { useTypedEarly } from './use-typed-early'

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'onChange' | 'maxLength'> {
  label: ReactNode
  value: string
  onValueChange: (value: string) => void
  /** Counted in code points, as the server counts. Text beyond it is kept and marked, never cut. */
  maxCharacters: number
  hint?: ReactNode
  /** Called for Ctrl or Cmd with Enter. */
  onSubmit?: () => void
  onEscape?: () => void
}

export function TextArea(props: Props) {
  const { label, value, onValueChange, maxCharacters, hint, onSubmit, onEscape, className = '', ...rest } = props
  const id = useId()
  const t = useTranslations('Field')
  const field = useTypedEarly<HTMLTextAreaElement>(onValueChange)
  const count = countCodePoints(value)
  const isOver = count > maxCharacters
  const isNear = count > maxCharacters * 0.8

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape') onEscape?.()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (!onSubmit) return
    event.preventDefault()
    onSubmit()
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={handleKeyDown}
        aria-invalid={isOver || undefined}
        aria-describedby={`${id}-hint`}
        className={`field-sizing-content max-h-80 min-h-16 w-full rounded border bg-raised px-3 py-2 text-15 text-ink ${isOver ? 'border-refusal' : 'border-edge'} ${className}`}
        {...rest}
      />
      <p id={`${id}-hint`} className="flex gap-4 text-13 text-soft">
        {hint && <span>{hint}</span>}
        {isNear && (
          <span className={`ml-auto ${isOver ? 'text-refusal' : ''}`}>
            {isOver ? t('over', { count, max: maxCharacters }) : t('count', { count, max: maxCharacters })}
          </span>
        )}
      </p>
    </div>
  )
}
