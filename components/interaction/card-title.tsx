'use client'

import type { Interaction } from '@/lib/interactions/interaction'
import { readDetails } from './details'
import { useActText } from './use-act-text'

/** What a yes sets going, as one sentence made of facts. Focus comes here when the card opens. */
export function CardTitle({ item }: { item: Interaction }) {
  const text = useActText(item)
  // Nothing is louder than an amount, or than the agent's question.
  const size = item.questions ? 'text-15 text-soft' : readDetails(item).amount ? 'text-18' : 'text-24'
  return (
    <h2 id="card-title" tabIndex={-1} className={`${size} font-semibold tracking-tight text-balance outline-offset-4`}>
      {text.drawn(item.status === 'pending' ? 'sentence' : 'asked')}
    </h2>
  )
}
