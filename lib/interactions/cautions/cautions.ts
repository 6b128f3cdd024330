import type { Caution } from './caution'
import { hostsIn } from './hosts'
import { namesThatMislead, type ToUnicode } from './names-mislead'
import { factsOf, type Shown } from './shown'
import { wordsThatDiffer } from './words-differ'

/** Nobody reads more of them. */
export const mostCautions = 12

/** All that a person should look at twice before answering, each said once; the differences first. Pure. */
export function cautionsOf(item: Shown, toUnicode: ToUnicode): Caution[] {
  const all = [...wordsThatDiffer(item), ...namesThatMislead(item, toUnicode)]
  const byText = new Map(all.map((each) => [`${each.code} ${each.said}`, each]))
  return [...byText.values()].slice(0, mostCautions)
}

/** The registered part of each host that an item names, so that it can be marked where the host is shown. */
export function domainsOf(item: Shown): Record<string, string> {
  const { rows, reason } = factsOf(item)
  const texts = [item.browser?.url ?? '', item.summary, reason ?? '', ...rows.map(({ value }) => value)]
  return Object.fromEntries(texts.flatMap(hostsIn).map(({ host, domain }) => [host, domain]))
}
