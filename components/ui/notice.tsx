import { Ban, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type NoticeTone = 'neutral' | 'money' | 'refusal' | 'recorded'

interface Props {
  tone?: NoticeTone
  icon?: LucideIcon
  /** `alert` interrupts a screen reader, `status` waits its turn. */
  role?: 'alert' | 'status'
  children: ReactNode
}

const tones: Record<NoticeTone, { Icon: LucideIcon; box: string; mark: string }> = {
  neutral: { Icon: Info, box: 'border-line bg-sunken', mark: 'text-soft' },
  money: { Icon: TriangleAlert, box: 'border-money-edge bg-money-tint', mark: 'text-money' },
  refusal: { Icon: Ban, box: 'border-refusal bg-refusal-tint', mark: 'text-refusal' },
  recorded: { Icon: CircleCheck, box: 'border-recorded bg-recorded-tint', mark: 'text-recorded' },
}

export function Notice({ tone = 'neutral', icon, role, children }: Props) {
  const { Icon: ToneIcon, box, mark } = tones[tone]
  const Icon = icon ?? ToneIcon
  return (
    <div role={role} className={`flex gap-3 rounded border px-4 py-3 text-15 ${box}`}>
      <Icon aria-hidden size={18} strokeWidth={1.75} className={`mt-[3px] shrink-0 ${mark}`} />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
