'use client'

import { useId, useLayoutEffect, useRef } from 'react'
import { SafeText } from '@/components/ui/safe-text'

interface Props {
  name: string
  option: { label: string; description: string }
  number: number
  type: 'radio' | 'checkbox'
  isChecked: boolean
  onPick: (isPicked: boolean) => void
}

export function OptionField({ name, option, number, type, isChecked, onPick }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const take = useRef(onPick)

  // What was picked before the script came, as with typed text (`useTypedEarly`).
  useLayoutEffect(() => {
    if (field.current?.checked === true && !field.current.defaultChecked) take.current(true)
  }, [])

  return (
    <div
      className={`relative flex min-h-11 items-start gap-3 border-b border-line px-2 py-2.5 ${isChecked ? 'bg-accent-tint' : ''}`}
    >
      <input
        ref={field}
        id={id}
        type={type}
        name={name}
        checked={isChecked}
        onChange={(event) => onPick(event.target.checked)}
        aria-describedby={option.description === '' ? undefined : `${id}-description`}
        data-option={number}
        className="relative z-1 mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 grow">
        {/* The label covers the row, so that the whole of it can be hit. */}
        <label htmlFor={id} className="font-medium after:absolute after:inset-0">
          <SafeText>{option.label}</SafeText>
        </label>
        {option.description !== '' && (
          <span id={`${id}-description`} className="text-13 text-soft">
            <SafeText className="whitespace-pre-wrap">{option.description}</SafeText>
          </span>
        )}
      </span>
      {number <= 9 && (
        <kbd aria-hidden className="hidden font-mono text-12 leading-6 text-soft split:block">
          {number}
        </kbd>
      )}
    </div>
  )
}
