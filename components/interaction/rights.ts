import type { Messages } from 'next-intl'
import type { Interaction } from '@/lib/interactions/interaction'
import { kindsOnScreen } from './acts'
import type { Override } from './use-override'

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

/** An answer to it overrides its user. */
export function isForSomebodyElse(item: Interaction, person: Person): boolean {
  return item.user_id !== null && !isTheirs(item, person)
}

export function rightsOf(item: Interaction, person: Person, isOverdue: boolean): Rights {
  if (item.status !== 'pending') return { yes: 'ended', no: 'ended' }
  if (isOverdue) return { yes: 'expired', no: 'expired' }
  if (kindsOnScreen[item.kind].isReadOnly) return { yes: 'read_only', no: 'read_only' }
  // What the rules found comes with the whole item: nobody says yes to money before it is there.
  if (item.requires_present_user && item.context?.cautions === undefined) return { yes: 'reading', no: null }
  if (item.requires_present_user && !isTheirs(item, person)) return { yes: 'not_their_item', no: null }
  return { yes: null, no: null }
}

/** What holds a yes back at this moment. */
interface Moment {
  /** Whether the end of what it shows was in view; null while nobody can tell. */
  isSeen: boolean | null
  /** The server asked for a pause with money. */
  isPaused: boolean
}

/** The same rights, with a yes that needs a present person, as all to money do, held back for the moment. A no never is. */
export function holdBack(rights: Rights, item: Interaction, { isSeen, isPaused }: Moment): Rights {
  if (rights.yes !== null || !item.requires_present_user) return rights
  if (item.moves_money !== false && isPaused) return { ...rights, yes: 'paused' }
  if (isSeen === null) return { ...rights, yes: 'reading' }
  return isSeen ? rights : { ...rights, yes: 'unseen' }
}

/** The same rights of one who answers for another user: all but a no waits for the reason, which that user will read. */
export function holdForReason(rights: Rights, override: Override | null): Rights {
  if (override === null) return rights
  if (override.isTooLong) return { yes: rights.yes ?? 'reason_too_long', no: rights.no ?? 'reason_too_long' }
  return override.reason === undefined ? { ...rights, yes: rights.yes ?? 'reason_missing' } : rights
}

/** Whether an answer may be written, though it may have to wait for its reason. */
export function mayWrite({ yes }: Rights): boolean {
  return yes === null || yes === 'reason_missing' || yes === 'reason_too_long'
}
