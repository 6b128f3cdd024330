import type { Item } from '@/lib/interactions/item'
import { makeTextFinder } from '@/lib/interactions/text-finder'
import { toItem } from './item-rows'
import { conditionsOf, type ListFilter } from './items'
import type { Driver, SqlRow } from './sql'

/** What no index answers. */
export interface Search {
  agent?: string | undefined
  movesMoney?: boolean | undefined
  /** Found in the summary or the agent's name, whatever the case. */
  text?: string | undefined
}

export interface Found {
  items: Item[]
  /** Where it stopped looking, when there may be more below; null at the end. */
  lookedTo: { createdAtMs: number; id: string } | null
}

/** One call looks at so many rows: a list of a million is then as quick as a list of five thousand. */
const mostRows = 5000
const rowsAtOnce = 1000

function matcherOf({ agent, movesMoney, text }: Search): (row: SqlRow) => boolean {
  const hasText = text === undefined ? null : makeTextFinder(text)
  return (row) => {
    if (agent !== undefined && row.agent !== agent) return false
    if (movesMoney !== undefined && (row.moves_money === null || Boolean(row.moves_money) !== movesMoney)) return false
    return hasText === null || hasText({ summary: String(row.summary), agent: String(row.agent) })
  }
}

/** Newest first, like `listItems`, and only what fits the search. The same words are found on every database. */
export async function searchItems(driver: Driver, filter: ListFilter, search: Search): Promise<Found> {
  const fits = matcherOf(search)
  const found: string[] = []
  let after = filter.after
  let isAtEnd = false
  for (let looked = 0; looked < mostRows && found.length < filter.limit && !isAtEnd; looked += rowsAtOnce) {
    const conditions = conditionsOf({ ...filter, after })
    if (conditions === null) break
    const rows = await driver.read(
      `SELECT id, created_at, agent, moves_money, summary FROM interaction
       WHERE ${conditions.where} ORDER BY created_at DESC, id DESC LIMIT ?`,
      ...conditions.params,
      rowsAtOnce,
    )
    for (const row of rows) if (found.length < filter.limit && fits(row)) found.push(String(row.id))
    const last = rows.at(-1)
    isAtEnd = rows.length < rowsAtOnce
    if (last) after = { createdAtMs: Number(last.created_at), id: String(last.id) }
  }
  const isFull = found.length === filter.limit
  return { items: await readFound(driver, filter, found), lookedTo: isAtEnd || isFull ? null : (after ?? null) }
}

async function readFound(driver: Driver, { status }: ListFilter, ids: string[]): Promise<Item[]> {
  if (ids.length === 0) return []
  const rows = await driver.read(
    `SELECT * FROM interaction WHERE status = ? AND id IN (${ids.map(() => '?').join(', ')})
     ORDER BY created_at DESC, id DESC`,
    status,
    ...ids,
  )
  return rows.map(toItem)
}
