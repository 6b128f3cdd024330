import type { Messages } from 'next-intl'
import type { Kind, Type } from '@/lib/interactions/interaction'

/** What each type and kind is called. Lists and filters follow from these, so that none can be forgotten. */
export const typeLabels: Record<Type, keyof Messages['Types']> = {
  approval: 'approval',
  question: 'question',
  connect: 'connect',
  handoff: 'handoff',
  tool_call: 'tool_call',
}

export const kindLabels: Record<Kind, keyof Messages['Kinds']> = {
  ask_question: 'ask_question',
  composio_auth: 'composio_auth',
  tool_permission: 'tool_permission',
  credit_approval: 'credit_approval',
  exit_plan: 'exit_plan',
  custom: 'custom',
  hands_approval: 'hands_approval',
  plan_limit: 'plan_limit',
}
