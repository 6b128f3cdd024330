'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { useHydrated } from './use-hydrated'

type ButtonVariant = 'primary' | 'plain' | 'refusal' | 'quiet'

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant
  /** Not now: stays focusable and says so. Put the reason where `aria-describedby` points. */
  unavailable?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-hover hover:border-accent-hover',
  plain: 'bg-raised text-ink border-edge hover:bg-sunken',
  refusal: 'bg-raised text-refusal border-edge hover:bg-refusal-tint',
  quiet: 'border-transparent text-soft hover:text-ink hover:bg-sunken',
}

const unavailableLook = 'bg-sunken text-soft border-line'

/** A button that takes no press before the page can act on it. */
export function Button({ variant = 'plain', unavailable = false, onClick, className = '', ...rest }: Props) {
  const isHydrated = useHydrated()
  const look = unavailable ? unavailableLook : variants[variant]

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (unavailable) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      disabled={!isHydrated}
      aria-disabled={unavailable || undefined}
      onClick={handleClick}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded border px-4 py-2 text-15 font-medium transition-colors duration-150 ${look} ${className}`}
      {...rest}
    />
  )
}
