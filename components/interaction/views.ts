import type { Interaction, Type } from '@/lib/interactions/interaction'
import { approval } from './approval'
import { connect } from './connect'
import { handoff } from './handoff'
import { question } from './question'
import { toolCall } from './tool-call'
import type { Of, View } from './view'

/** A type without a view does not compile. */
type Views = { [T in Type]: View<T> }
const views: Views = { approval, question, connect, handoff, tool_call: toolCall }

/** The view that goes with an item, and the item typed for it: both come from the same `type`. */
export function viewOf(item: Interaction): { view: View<Type>; item: Of<Type> } {
  return { view: views[item.type] as unknown as View<Type>, item: item as Of<Type> }
}
