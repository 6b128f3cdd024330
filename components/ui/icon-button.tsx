'use client'

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useHydrated } from './use-hydrated'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'disabled'> {
  icon: LucideIcon
  /** Its name, for those who do not see the picture. */
  label: string
}

export function IconButton({ icon: Icon, label, className = '', ...rest }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      disabled={!isHydrated}
      aria-label={label}
      title={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink ${className}`}
      {...rest}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </button>
  )
}
