import type { Interaction } from '@/lib/interactions/interaction'

export interface SteadyRow {
  item: Interaction
  /** It has left the list on the server, and stays here, faded, until nobody is pointing at the list. */
  isGone: boolean
}

export interface SteadyRows {
  rows: SteadyRow[]
  /** Items that came in above, and wait to be let in. */
  waiting: Interaction[]
}

const presentRows = new WeakMap<Interaction, SteadyRow>()
const goneRows = new WeakMap<Interaction, SteadyRow>()

/** The same row for the same item, so that only what has changed is drawn again. */
function rowOf(item: Interaction, isGone: boolean): SteadyRow {
  const known = isGone ? goneRows : presentRows
  const row = known.get(item) ?? { item, isGone }
  known.set(item, row)
  return row
}

export function settleRows(items: Interaction[]): SteadyRows {
  return { rows: items.map((item) => rowOf(item, false)), waiting: [] }
}

/**
 * The rows after the server's list has changed, without moving any row that is there: what is new above waits, what is gone
 * stays in its place, and what comes after the last row (another page) is added.
 * @param hasMore whether the server's list goes on: then a row below all that it has now is not gone, but not read
 */
export function holdRows(shown: SteadyRow[], items: Interaction[], hasMore: boolean): SteadyRows {
  // Mostly it is another page.
  if (shown.every(({ item, isGone }, index) => item === items[index] && !isGone))
    return { rows: [...shown, ...items.slice(shown.length).map((item) => rowOf(item, false))], waiting: [] }
  const current = new Map(items.map((item) => [item.id, item]))
  const known = new Set(shown.map(({ item }) => item.id))
  const end = hasMore ? shown.findLastIndex(({ item }) => current.has(item.id)) + 1 : shown.length
  const rows = shown.slice(0, end).map(({ item }) => {
    const fresh = current.get(item.id)
    return fresh ? rowOf(fresh, false) : rowOf(item, true)
  })
  const lastKnown = items.findLastIndex((item) => known.has(item.id))
  const fresh = items.map((item, index) => ({ item, index })).filter(({ item }) => !known.has(item.id))
  const below = fresh.filter(({ index }) => index > lastKnown && lastKnown >= 0)
  const above = fresh.filter(({ index }) => index < lastKnown || lastKnown < 0)
  return {
    rows: [...rows, ...below.map(({ item }) => rowOf(item, false))],
    waiting: above.map(({ item }) => item),
  }
}
