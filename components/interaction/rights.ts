import type { Messages } from 'next-intl'
import type { Interaction } from '@/lib/interactions/interaction'
import { kindsOnScreen } from './acts'

export interface Person {
  id: string
  name: string
  email: string
  role: 'user' | 'admin'
  userIds: string[]
}

export type Reason = keyof Messages['Reasons']

/** Why a yes or a no is not possible; null where it is. */
export interface Rights {
  yes: Reason | null
  no: Reason | null
}

/** Whether the person is the one whom the item is for; for the company's own agent that is any admin (K28). */
function isTheirs(item: Interaction, person: Person): boolean {
  return item.user_id === null ? person.role === 'admin' : person.userIds.includes(item.user_id)
}

export function rightsOf(item: Interaction, person: Person, isOverdue: boolean): Rights {
  if (item.status !== 'pending') return { yes: 'ended', no: 'ended' }
  if (isOverdue) return { yes: 'expired', no: 'expired' }
  if (kindsOnScreen[item.kind].isReadOnly) return { yes: 'read_only', no: 'read_only' }
  if (item.requires_present_user && !isTheirs(item, person)) return { yes: 'not_their_item', no: null }
  return { yes: null, no: null }
}
