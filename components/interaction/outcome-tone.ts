import type { NoticeTone } from '@/components/ui/notice'
import type { Interaction, Type } from '@/lib/interactions/interaction'
import type { Decision } from '@/lib/interactions/status'

/** A no is a refusal only where something was to be allowed: a skipped question refuses nobody. */
const ofDenial: Record<Type, NoticeTone> = {
  approval: 'refusal',
  question: 'neutral',
  connect: 'neutral',
  handoff: 'neutral',
  tool_call: 'neutral',
}

const tones: Record<Decision, (type: Type) => NoticeTone> = {
  approved: () => 'recorded',
  answered: () => 'recorded',
  denied: (type) => ofDenial[type],
  cancelled: () => 'neutral',
  expired: () => 'neutral',
}

/** Green for a recorded yes, red for a refusal, and neither for anything else. */
export function outcomeTone({ outcome, type }: Pick<Interaction, 'outcome' | 'type'>): NoticeTone {
  return outcome ? tones[outcome.decision](type) : 'neutral'
}
