import { askQuestion } from './ask-question'
import { composioAuth } from './composio-auth'
import { creditApproval } from './credit-approval'
import { custom } from './custom'
import type { Form, KindSpec, Type } from './define'
import { exitPlan } from './exit-plan'
import { handsApproval } from './hands-approval'
import { planLimit } from './plan-limit'
import { toolPermission } from './tool-permission'

/** The only list of kinds. Filters, schemas, examples and tests follow from it. */
export const kinds = {
  ask_question: askQuestion,
  composio_auth: composioAuth,
  tool_permission: toolPermission,
  credit_approval: creditApproval,
  exit_plan: exitPlan,
  custom,
  hands_approval: handsApproval,
  plan_limit: planLimit,
} as const satisfies Record<string, KindSpec>

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]

export function kindSpec(kind: Kind): KindSpec {
  return kinds[kind]
}

/** Every way to ask, one entry for each kind and type. */
export const forms: { kind: Kind; type: Type; form: Form }[] = kindNames.flatMap((kind) =>
  (Object.entries(kindSpec(kind).forms) as [Type, Form][]).map(([type, form]) => ({ kind, type, form })),
)
