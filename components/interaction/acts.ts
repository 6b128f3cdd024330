import type { Messages } from 'next-intl'
import type { Interaction, Kind, Type } from '@/lib/interactions/interaction'
import { type Details, readDetails } from './details'

/** What saying yes sets going; it names the sentence and the verb that the card uses. */
export type ActName = keyof Messages['Acts']

interface KindOnScreen {
  act: (item: Interaction, details: Details) => ActName
  /** Nobody answers it here: its agent settles it. */
  isReadOnly?: true
}

const pay = (details: Details): ActName => (details.payee ? 'pay_to' : 'pay')

const byType: Record<Type, ActName> = {
  approval: 'go_ahead',
  question: 'answer',
  connect: 'connect',
  handoff: 'hand_off',
  tool_call: 'return_result',
}

/** Every kind, and what a yes to it is called. */
export const kindsOnScreen: Record<Kind, KindOnScreen> = {
  ask_question: { act: (item) => byType[item.type] },
  composio_auth: { act: () => 'connect' },
  tool_permission: {
    act(item, details) {
      if (item.moves_money === true && details.amount) return pay(details)
      return details.server ? 'allow_on' : 'allow'
    },
  },
  credit_approval: { act: (_item, details) => (details.amount ? pay(details) : 'allow') },
  exit_plan: { act: () => 'start_plan' },
  custom: {
    act: (item, details) => (item.moves_money === true && details.amount ? pay(details) : byType[item.type]),
  },
  hands_approval: { act: () => 'in_person' },
  plan_limit: { act: () => 'plan_limit', isReadOnly: true },
}

export function actOf(item: Interaction): ActName {
  return kindsOnScreen[item.kind].act(item, readDetails(item))
}
