import type { Interaction } from '@/lib/interactions/interaction'

type AnyCaution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]
/** Said with what the yes costs, and not among the warnings. */
type PaymentCode = 'first_payment' | 'large_payment'
export type Caution = AnyCaution & { code: Exclude<AnyCaution['code'], PaymentCode> }

/** Somebody may be mistaken for another. */
export const isStrong = ({ code }: Caution) => code === 'like_known'
const isDifference = ({ code }: Caution) => code.endsWith('_differs')
const isOdd = (caution: AnyCaution): caution is Caution => !isOfPayment(caution.code)
const isOfPayment = (code: AnyCaution['code']): code is PaymentCode =>
  code === 'first_payment' || code === 'large_payment'

function allOf({ context, status }: Interaction): AnyCaution[] {
  return status === 'pending' ? (context?.cautions ?? []) : []
}

/** What the server's rules found odd in an item that waits: what may be somebody else, and all the rest. */
export function cautionsOf(item: Interaction): { strong: Caution[]; usual: Caution[] } {
  const odd = allOf(item).filter(isOdd)
  return { strong: odd.filter(isStrong), usual: odd.filter((caution) => !isStrong(caution)) }
}

/** What is said with the cost: nobody has said yes to the payee before, or the amount is large. */
export function oddsOfPayment(item: Interaction): PaymentCode[] {
  return allOf(item)
    .map(({ code }) => code)
    .filter(isOfPayment)
}

/** Whether it is a payment that nobody makes in passing: large, or to a payee or an account that is new. */
export function isUnusualPayment(item: Interaction): boolean {
  return allOf(item).some(({ code }) => isOfPayment(code) || code === 'other_account')
}

/** The heading over some of them: what weighs most. */
export function titleOf(cautions: Caution[]): 'somebody_else' | 'differ' | 'twice' {
  if (cautions.some(isStrong)) return 'somebody_else'
  return cautions.some(isDifference) ? 'differ' : 'twice'
}
