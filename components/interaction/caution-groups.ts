import type { Interaction } from '@/lib/interactions/interaction'

type AnyCaution = NonNullable<NonNullable<Interaction['context']>['cautions']>[number]
/** Said with what the yes costs, and not among the warnings. */
type PaymentCode = 'first_payment' | 'large_payment'
export type Caution = AnyCaution & { code: Exclude<AnyCaution['code'], PaymentCode> }

/** The headings of warnings, in the order of their weight. */
const titles = ['somebody_else', 'differ', 'twice'] as const
export type CautionTitle = (typeof titles)[number]

function titleOf({ code }: Caution): CautionTitle {
  if (code === 'like_known') return 'somebody_else'
  return code.endsWith('_differs') ? 'differ' : 'twice'
}

const isOdd = (caution: AnyCaution): caution is Caution => !isOfPayment(caution.code)
const isOfPayment = (code: AnyCaution['code']): code is PaymentCode =>
  code === 'first_payment' || code === 'large_payment'

function allOf({ context, status }: Interaction): AnyCaution[] {
  return status === 'pending' ? (context?.cautions ?? []) : []
}

/** What the server's rules found odd in an item that waits, under the headings that there is something for. */
export function cautionsOf(item: Interaction): { title: CautionTitle; cautions: Caution[] }[] {
  const odd = allOf(item).filter(isOdd)
  return titles
    .map((title) => ({ title, cautions: odd.filter((caution) => titleOf(caution) === title) }))
    .filter(({ cautions }) => cautions.length > 0)
}

/** Whether somebody in it may be mistaken for another. */
export function mayBeSomebodyElse(item: Interaction): boolean {
  return cautionsOf(item).some(({ title }) => title === 'somebody_else')
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
