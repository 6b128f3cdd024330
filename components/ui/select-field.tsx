'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'id'> {
  label: ReactNode
  options: { value: string; label: string }[]
}

export function SelectField({ label, options, ...rest }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <select
        id={id}
        className="min-h-11 w-full min-w-0 rounded border border-edge bg-raised px-2 text-15 text-ink"
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
