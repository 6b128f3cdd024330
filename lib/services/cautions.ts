import { domainToUnicode } from 'node:url'
import { cautionsOf, domainsOf, mostCautions } from '@/lib/interactions/cautions/cautions'
import { cautionsFromMemory } from '@/lib/interactions/cautions/known-names'
import { largePayment } from '@/lib/interactions/cautions/large-payment'
import type { Item, ViewExtras } from '@/lib/interactions/item'
import type { App } from './context'

type Found = NonNullable<ViewExtras['found']>

const maxKept = 1000
/** By digest: what is shown never changes under it, and an open card is read again and again. */
const kept = new Map<string, Found>()

function findInItself(item: Item): Found {
  const found = kept.get(item.digest) ?? { cautions: cautionsOf(item, domainToUnicode), domains: domainsOf(item) }
  kept.delete(item.digest)
  kept.set(item.digest, found)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
  return found
}

/** What the rules find in an item and in the memory of its user's names, for who is about to answer it. */
export async function findCautions({ store, config }: App, item: Item): Promise<Found> {
  const names = item.status === 'pending' ? await store.readAlike(item) : []
  const remembered = names.flatMap(({ name, alike }) => cautionsFromMemory(name, alike, item.movesMoney === true))
  const large = item.status === 'pending' && item.movesMoney === true ? largePayment(item, config.largePaymentFrom) : []
  const { cautions = [], domains } = findInItself(item)
  return { cautions: [...remembered, ...large, ...cautions].slice(0, mostCautions), ...(domains && { domains }) }
}
