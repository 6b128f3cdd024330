import type { Interaction } from '@/lib/interactions/interaction'

type AnyCaution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]
/** What is said among the warnings; a first payment is said with what the yes costs. */
export type Caution = AnyCaution & { code: Exclude<AnyCaution['code'], 'first_payment'> }

/** Somebody may be mistaken for another. */
export const isStrong = ({ code }: Caution) => code === 'like_known'
const isDifference = ({ code }: Caution) => code.endsWith('_differs')
const isOdd = (caution: AnyCaution): caution is Caution => caution.code !== 'first_payment'

function allOf({ context, status }: Interaction): AnyCaution[] {
  return status === 'pending' ? (context?.cautions ?? []) : []
}

/** What the server's rules found odd in an item that waits: what may be somebody else, and all the rest. */
export function cautionsOf(item: Interaction): { strong: Caution[]; usual: Caution[] } {
  const odd = allOf(item).filter(isOdd)
  return { strong: odd.filter(isStrong), usual: odd.filter((caution) => !isStrong(caution)) }
}

/** Whether nobody has said yes to this payee before. */
export function isFirstPayment(item: Interaction): boolean {
  return !allOf(item).every(isOdd)
}

/** The heading over some of them: what weighs most. */
export function titleOf(cautions: Caution[]): 'somebody_else' | 'differ' | 'twice' {
  if (cautions.some(isStrong)) return 'somebody_else'
  return cautions.some(isDifference) ? 'differ' : 'twice'
}
