'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHoldDown } from './use-hold-down'
import { YesButton } from './yes-button'

interface Props {
  onYes: () => void
  /** What has to be done first, if anything: until then neither way says yes. */
  heldBackBy?: string | undefined
  no: ReactNode
  children: ReactNode
}

/** The yes that costs something: held down, or said in two steps by those who cannot or do not want to hold. */
export function HoldYes({ onYes, heldBackBy, no, children }: Props) {
  const t = useTranslations('Confirm')
  const hintId = useId()
  const [isByHolding, setIsByHolding] = useState(true)
  const { phase, handlers } = useHoldDown(onYes)
  const isHeldBack = heldBackBy !== undefined
  const howTo = !isByHolding ? t('two_steps') : { idle: t('hold'), holding: t('holding'), let_go: t('let_go') }[phase]

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap justify-between gap-3">
        {no}
        {isByHolding ? (
          <Button
            variant="primary"
            unavailable={isHeldBack}
            aria-describedby={hintId}
            className="relative max-w-full grow touch-none overflow-hidden text-center select-none min-[40rem]:grow-0"
            {...(!isHeldBack && handlers)}
          >
            <span
              aria-hidden
              className={`absolute inset-0 origin-left bg-ink/30 ${phase === 'holding' ? 'scale-x-100 transition-transform duration-[1200ms] ease-linear' : 'scale-x-0'}`}
            />
            <span className="relative">{children}</span>
          </Button>
        ) : (
          <YesButton isUnavailable={isHeldBack} describedBy={hintId} onYes={onYes}>
            {children}
          </YesButton>
        )}
      </div>
      <div className="-mb-3 flex flex-row-reverse flex-wrap items-center justify-between gap-x-3">
        <p id={hintId} role="status" className="text-13 text-soft">
          {heldBackBy ?? howTo}
        </p>
        <Button variant="quiet" onClick={() => setIsByHolding(!isByHolding)} className="-mx-4 text-13">
          {isByHolding ? t('without_holding') : t('by_holding')}
        </Button>
      </div>
    </div>
  )
}
