import { z } from 'zod'
import { Amount, Payee, type Row } from '@/lib/interactions/facts'

/** What any approval may carry besides its own fields (decisions D7, D19.11). */
export const approvalFields = {
  amount: Amount.optional().meta({ description: 'What a yes spends, drawn by the inbox itself.' }),
  payee: Payee.optional().meta({ description: 'Who gets it.' }),
  arguments: z.unknown().optional().meta({
    description: 'The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash.',
  }),
}

interface ApprovalFacts {
  amount?: Amount | undefined
  payee?: Payee | undefined
}

/** Details in the order a card shows them; facts that were not given leave no key. */
export function approvalDetails(own: Record<string, unknown>, facts: ApprovalFacts, rows?: Row[]) {
  const details: Record<string, unknown> = { ...own }
  if (facts.amount) details.amount = facts.amount
  if (facts.payee) details.payee = facts.payee
  if (rows) details.rows = rows
  return details
}
