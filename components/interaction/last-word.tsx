'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import type { Interaction } from '@/lib/interactions/interaction'
import { isUnusualPayment, mayBeSomebodyElse } from './caution-groups'
import { readDetails } from './details'
import { HoldYes } from './hold-yes'
import { LookedTwice } from './looked-twice'
import { TypedYes } from './typed-yes'

interface Props {
  item: Interaction
  onYes: () => void
  no: ReactNode
  children: ReactNode
}

/**
 * The yes at the end of the confirm step, the harder the more it may cost (rule 5): an amount that is large or goes to
 * somebody new is typed, all else is held down. Each time the step opens, two names that look alike are looked at anew.
 */
export function LastWord({ item, ...rest }: Props) {
  const t = useTranslations('Confirm')
  const [hasLooked, setHasLooked] = useState(false)
  const { amount } = readDetails(item)
  const isDoubtful = mayBeSomebodyElse(item)
  const yes = { ...rest, heldBackBy: isDoubtful && !hasLooked ? t('look_first') : undefined }
  return (
    <>
      {isDoubtful && <LookedTwice hasLooked={hasLooked} onChange={setHasLooked} />}
      {amount && isUnusualPayment(item) ? <TypedYes amount={amount} {...yes} /> : <HoldYes {...yes} />}
    </>
  )
}
