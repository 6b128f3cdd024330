import type { ReactNode } from 'react'

export type TagTone = 'plain' | 'money' | 'refusal' | 'recorded'

const tones: Record<TagTone, string> = {
  plain: 'border-edge text-soft',
  money: 'border-money-edge text-money bg-money-tint',
  refusal: 'border-refusal text-refusal',
  recorded: 'border-recorded text-recorded',
}

/** A small mark: a word in a frame. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center rounded-small border px-1 text-12 font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
