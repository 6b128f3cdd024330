import { domainToUnicode } from 'node:url'
import { cautionsOf, domainsOf } from '@/lib/interactions/cautions/cautions'
import type { Item, ViewExtras } from '@/lib/interactions/item'

type Found = NonNullable<ViewExtras['found']>

const maxKept = 1000
/** By digest: what is shown never changes under it, and an open card is read again and again. */
const kept = new Map<string, Found>()

/** What the rules find in an item, for who is about to answer it. */
export function findCautions(item: Item): Found {
  const found = kept.get(item.digest) ?? { cautions: cautionsOf(item, domainToUnicode), domains: domainsOf(item) }
  kept.delete(item.digest)
  kept.set(item.digest, found)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
  return found
}
