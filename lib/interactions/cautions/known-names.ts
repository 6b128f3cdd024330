import { Payee } from '@/lib/interactions/facts'
import type { Caution } from './caution'
import { hostsIn } from './hosts'
import type { ToUnicode } from './names-mislead'
import type { Shown } from './shown'
import { lettersOf } from './skeleton'

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

/** A page with an accent more is another page, whoever else is one who only writes the name in another way. */
const isSameName = (one: KnownName, other: KnownName) =>
  one.place !== 'page' && lettersOf(one.name) === lettersOf(other.name)

function ofNames(name: KnownName, alike: EarlierName[]): Caution[] {
  const { place, name: said } = name
  const [earliest] = alike
  if (!earliest || earliest.name === said) return []
  if (!isSameName(name, earliest)) return [{ code: 'like_known', place, said, fact: earliest.name }]
  const isUsual = alike.some((each) => each.name === said && each.isApproved)
  return isUsual ? [] : [{ code: 'written_differently', place, said, fact: earliest.name }]
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
 * What the memory of a user's names says of one more (S29): another one that looks the same was there first or the name was
 * written in another way, nobody has said yes to this payee yet, or the payee had another account.
 * @param alike the names with its skeleton, itself among them, the earliest first
 */
export function cautionsFromMemory(name: KnownName, alike: EarlierName[], movesMoney: boolean): Caution[] {
  const like = ofNames(name, alike)
  return name.place === 'payee' ? [...like, ...ofAccounts(name, alike, movesMoney)] : like
}
