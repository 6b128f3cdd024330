import type { Interaction } from '@/lib/interactions/interaction'

export type Caution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]

/** Somebody may be mistaken for another. */
export const isStrong = ({ code }: Caution) => code === 'like_known'
const isDifference = ({ code }: Caution) => code.endsWith('_differs')
/** Usual, and said with what the yes costs. */
const isNews = ({ code }: Caution) => code === 'first_payment'

function allOf({ context, status }: Interaction): Caution[] {
  return status === 'pending' ? (context?.cautions ?? []) : []
}

/** What the server's rules found odd in an item that waits: what may be somebody else, and all the rest. */
export function cautionsOf(item: Interaction): { strong: Caution[]; usual: Caution[] } {
  const odd = allOf(item).filter((caution) => !isNews(caution))
  return { strong: odd.filter(isStrong), usual: odd.filter((caution) => !isStrong(caution)) }
}

/** Whether nobody has said yes to this payee before. */
export function isFirstPayment(item: Interaction): boolean {
  return allOf(item).some(isNews)
}

/** The heading over some of them: what weighs most. */
export function titleOf(cautions: Caution[]): 'somebody_else' | 'differ' | 'twice' {
  if (cautions.some(isStrong)) return 'somebody_else'
  return cautions.some(isDifference) ? 'differ' : 'twice'
}
