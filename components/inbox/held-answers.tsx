'use client'

import { useTranslations } from 'next-intl'
import { useHeldAnswers } from '@/components/query/held-answers'
import { HeldAnswer } from './held-answer'

/** What was answered and has not gone out, or has come to nothing; it stays wherever the person goes on to. */
export function HeldAnswers({ openId }: { openId: string | null }) {
  const t = useTranslations('Held')
  const held = useHeldAnswers()
  return (
    <section
      aria-label={t('label')}
      className="pointer-events-none fixed inset-x-0 bottom-20 z-10 grid justify-items-center px-3 split:inset-x-auto split:bottom-4 split:left-4"
    >
      <ul className="pointer-events-auto grid max-h-[50dvh] w-full max-w-96 gap-2 overflow-y-auto split:w-96">
        {held.map((answer) => (
          <HeldAnswer key={answer.item.id} held={answer} isOpen={answer.item.id === openId} />
        ))}
      </ul>
    </section>
  )
}
