import { Payee } from '@/lib/interactions/facts'
import type { Caution } from './caution'
import { hostsIn } from './hosts'
import type { ToUnicode } from './names-mislead'
import type { Shown } from './shown'

/** A name that a user is asked to deal with. */
export interface KnownName {
  place: 'payee' | 'agent' | 'page'
  name: string
  /** The payee's id; empty where none was given, and for whatever is no payee. */
  account: string
}

/** A name that the same user was asked about before, or just now. */
export interface EarlierName extends KnownName {
  /** Somebody said yes to it. */
  isApproved: boolean
}

/** The names that are remembered of an item: who gets the money, who asks, and whose page it is about. */
export function namesToKnow(item: Shown, toUnicode: ToUnicode): KnownName[] {
  const payee = item.details.payee === undefined ? undefined : Payee.safeParse(item.details.payee).data
  const [page] = item.browser?.url ? hostsIn(item.browser.url) : []
  return [
    ...(payee ? [{ place: 'payee' as const, name: payee.name, account: payee.id ?? '' }] : []),
    { place: 'agent', name: item.agent, account: '' },
    ...(page ? [{ place: 'page' as const, name: toUnicode(page.domain) || page.domain, account: '' }] : []),
  ]
}

function ofAccounts({ place, name, account }: KnownName, alike: EarlierName[], movesMoney: boolean): Caution[] {
  const found: Caution[] = []
  const own = alike.filter((each) => each.name === name)
  if (movesMoney && !own.some(({ isApproved }) => isApproved)) {
    found.push({ code: 'first_payment', place, said: name, fact: null })
  }
  const at = own.findIndex((each) => each.account === account)
  const isUsual = account === '' || own[at]?.isApproved === true
  const other = own.find(
    (each, index) => each.account !== '' && each.account !== account && (each.isApproved || index < at),
  )
  if (!isUsual && other) found.push({ code: 'other_account', place, said: account, fact: other.account })
  return found
}

/**
 * What the memory of a user's names says of one more (S29): another one that looks the same was there first, nobody has said
 * yes to this payee yet, or the payee had another account.
 * @param alike the names with its skeleton, itself among them, the earliest first
 */
export function cautionsFromMemory(name: KnownName, alike: EarlierName[], movesMoney: boolean): Caution[] {
  const { place } = name
  const [earliest] = alike
  const like: Caution[] =
    earliest && earliest.name !== name.name ? [{ code: 'like_known', place, said: name.name, fact: earliest.name }] : []
  return place === 'payee' ? [...like, ...ofAccounts(name, alike, movesMoney)] : like
}
