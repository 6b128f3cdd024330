import { type Type, types } from '@/lib/interactions/kinds/define'
import { approval } from './approval'
import { connect } from './connect'
import type { TypeSpec } from './define'
import { handoff } from './handoff'
import { question } from './question'
import { toolCall } from './tool-call'

/** The only list of types: what an answer to each may be, and what it settles to. */
const specs = { approval, question, connect, handoff, tool_call: toolCall } satisfies Record<Type, TypeSpec>

export function typeSpec(type: Type): TypeSpec {
  return specs[type]
}

/** What waits for a program and not for a person: out of people's lists, notices and counts (D19.14). */
export const typesForPrograms = types.filter((type) => !specs[type].tellsPeople)
