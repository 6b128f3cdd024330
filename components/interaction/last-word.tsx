'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import type { Interaction } from '@/lib/interactions/interaction'
import { cautionsOf } from './caution-groups'
import { HoldYes } from './hold-yes'
import { LookedTwice } from './looked-twice'

interface Props extends Omit<ComponentProps<typeof HoldYes>, 'heldBackBy'> {
  item: Interaction
}

/** The yes at the end of the confirm step. Each time the step opens, two names that look alike are looked at anew. */
export function LastWord({ item, ...rest }: Props) {
  const t = useTranslations('Confirm')
  const [hasLooked, setHasLooked] = useState(false)
  const mayBeSomebodyElse = cautionsOf(item).strong.length > 0
  return (
    <>
      {mayBeSomebodyElse && <LookedTwice hasLooked={hasLooked} onChange={setHasLooked} />}
      <HoldYes heldBackBy={mayBeSomebodyElse && !hasLooked ? t('look_first') : undefined} {...rest} />
    </>
  )
}
