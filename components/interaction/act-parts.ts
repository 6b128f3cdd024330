import { formatMoney } from '@/components/format/money'
import type { Interaction } from '@/lib/interactions/interaction'
import { readDetails } from './details'

export const actParts = ['agent', 'amount', 'payee', 'tool', 'server', 'app', 'plan', 'count'] as const
export type ActPart = (typeof actParts)[number]

/** The facts that the sentences about an item are made of. None of them is the agent's summary. */
export function partsOf(item: Interaction, locale: string, fallbackAgent: string): Record<ActPart, string> {
  const details = readDetails(item)
  return {
    agent: item.context?.agent ?? fallbackAgent,
    amount: details.amount ? formatMoney(details.amount, locale) : '',
    payee: details.payee?.name ?? '',
    tool: details.toolName ?? '',
    server: details.server ?? '',
    app: details.app ?? '',
    plan: details.planName ?? '',
    count: String(item.questions?.length ?? 0),
  }
}
