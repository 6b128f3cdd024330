'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useId, useState } from 'react'
import { formatMoney } from '@/components/format/money'
import { isAmountTyped } from '@/components/format/typed-amount'
import { TextField } from '@/components/ui/text-field'
import type { Amount } from '@/lib/interactions/facts'
import type { HoldYes } from './hold-yes'
import { YesButton } from './yes-button'

interface Props extends ComponentProps<typeof HoldYes> {
  amount: Amount
}

/** The yes of somebody who has written down what it costs. Enter in the field says nothing: no single key says yes. */
export function TypedYes({ amount, onYes, heldBackBy, no, children }: Props) {
  const t = useTranslations('Confirm')
  const shown = formatMoney(amount, useLocale())
  const hintId = useId()
  const [typed, setTyped] = useState('')
  const isTyped = isAmountTyped(typed, amount)
  const missing = typed.trim() === '' ? t('type_first') : t('type_differs', { amount: shown })
  const reason = heldBackBy ?? (isTyped ? undefined : missing)

  return (
    <div className="grid gap-3">
      <TextField
        label={t.rich('type_amount', { amount: () => <bdi dir="ltr">{shown}</bdi> })}
        value={typed}
        onValueChange={setTyped}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
      />
      <div className="flex flex-wrap justify-between gap-3">
        {no}
        <YesButton isUnavailable={reason !== undefined} describedBy={hintId} onYes={onYes}>
          {children}
        </YesButton>
      </div>
      <p id={hintId} role="status" className="min-h-[1lh] text-13 text-soft">
        {reason ?? t('two_steps')}
      </p>
    </div>
  )
}
