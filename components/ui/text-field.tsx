'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTypedEarly } from './use-typed-early'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: ReactNode
  /** For a field whose value is kept elsewhere. */
  onValueChange?: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
}

export function TextField({ label, onValueChange, hint, error, className = '', ...rest }: Props) {
  const id = useId()
  const field = useTypedEarly<HTMLInputElement>(onValueChange)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        onChange={onValueChange && ((event) => onValueChange(event.target.value))}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={`min-h-11 w-full min-w-0 rounded border bg-raised px-3 text-15 text-ink ${error ? 'border-refusal' : 'border-edge'} ${className}`}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-13 text-refusal">
          {error}
        </p>
      )}
    </div>
  )
}
