'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { type ActPart, actParts, partsOf } from './act-parts'
import { actOf } from './acts'
import { LargeAmount } from './large-amount'

/** What a yes does, what it was once it has ended, what the button says, and what it asks before the yes counts. */
export type ActSlot = 'sentence' | 'asked' | 'verb' | 'confirm'

function tags<T>(draw: (part: ActPart) => T) {
  return Object.fromEntries(actParts.map((part) => [part, () => draw(part)])) as Record<ActPart, () => T>
}

/** The sentences about an item, drawn (each foreign part isolated) or as plain text for titles and announcements. */
export function useActText(item: Interaction) {
  const t = useTranslations('Acts')
  const card = useTranslations('Card')
  const locale = useLocale()
  const act = actOf(item)
  const parts = partsOf(item, locale, card('agent'))

  return {
    drawn: (slot: ActSlot): ReactNode =>
      t.rich(`${act}.${slot}`, {
        n: item.questions?.length ?? 0,
        ...tags((part) =>
          slot === 'confirm' && part === 'amount' ? (
            <LargeAmount key={part}>{parts[part]}</LargeAmount>
          ) : (
            <SafeText key={part} {...(part === 'amount' && { dir: 'ltr' })}>
              {parts[part]}
            </SafeText>
          ),
        ),
      }),
    plain: (slot: ActSlot): string =>
      t.markup(`${act}.${slot}`, { n: item.questions?.length ?? 0, ...tags((part) => parts[part]) }),
  }
}
