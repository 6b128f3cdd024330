import type { Item } from '@/lib/interactions/item'
import { typeSpec } from '@/lib/interactions/types'
import { digestOf } from './digest'
import { toItem } from './item-rows'
import type { Driver, SqlRow } from './sql'

export interface AuditFault {
  chain: string
  /** The row of the record that is wrong, missing, or at odds with its item. */
  seq: number
  fault: string
}

const endings = ['interaction.answered', 'interaction.settled', 'interaction.cancelled', 'interaction.expired']
const pageSize = 500

/** Each item beside the first row of its record and the row of its end, in one statement, so that none is newer. */
const itemsWithRecord = `
  SELECT interaction.*, frame.sha256 AS frame_sha256, opened.facts_json AS opened_facts,
    ended.seq AS ended_seq, ended.facts_json AS ended_facts,
    (SELECT max(seq) FROM audit WHERE chain = interaction.id) AS last_seq
  FROM interaction
  LEFT JOIN frame ON frame.interaction_id = interaction.id
  LEFT JOIN audit AS opened ON opened.chain = interaction.id AND opened.seq = 1
  LEFT JOIN audit AS ended ON ended.chain = interaction.id AND ended.action IN (${endings.map(() => '?').join(', ')})`

/**
 * Looks for an item that shows something else than what was opened, or ended otherwise than its record says.
 * @param only one item's id; all items when absent
 */
export async function findUnlikeItem(
  read: Driver['read'],
  { only }: { only?: string } = {},
): Promise<AuditFault | null> {
  if (only !== undefined) {
    return firstFault(await read(`${itemsWithRecord} WHERE interaction.id = ?`, ...endings, only))
  }
  let after = ''
  for (;;) {
    const page = await read(
      `${itemsWithRecord} WHERE interaction.id > ? ORDER BY interaction.id LIMIT ?`,
      ...endings,
      after,
      pageSize,
    )
    const fault = firstFault(page)
    if (fault || page.length === 0) return fault
    after = String(page.at(-1)?.id)
  }
}

function firstFault(rows: SqlRow[]): AuditFault | null {
  for (const row of rows) {
    const fault = faultOf(row)
    if (fault) return fault
  }
  return null
}

function faultOf(row: SqlRow): AuditFault | null {
  const item = toItem(row)
  const chain = item.id
  if (factsOf(row.opened_facts).digest !== item.digest || !isAsDigested(item, row.frame_sha256)) {
    return { chain, seq: 1, fault: 'is about other content than its item shows' }
  }
  const isEnded = item.status !== 'pending'
  if (row.ended_seq === null) {
    return isEnded ? { chain, seq: Number(row.last_seq) + 1, fault: `is missing: nothing says ${item.status}` } : null
  }
  const { after, decision, digest, override = null } = factsOf(row.ended_facts)
  const isSo = isEnded && isSameOrUnsaid(after, item.status) && isSameOrUnsaid(decision, item.decision)
  const isBySame = JSON.stringify(override) === JSON.stringify(item.override)
  return isSo && isBySame && isSameOrUnsaid(digest, item.digest)
    ? null
    : { chain, seq: Number(row.ended_seq), fault: `says otherwise than its item, which is ${item.status}` }
}

/** The picture of a hand-off is kept for a day only, so that later its digest cannot be made again. */
function isAsDigested(item: Item, frameHash: unknown): boolean {
  if (typeSpec(item.type).hasFrame && typeof frameHash !== 'string') return true
  return digestOf(item, typeof frameHash === 'string' ? frameHash : undefined) === item.digest
}

/** Facts of a row of the record, which `AuditEntry` wrote. */
function factsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'string' ? (JSON.parse(json) as Record<string, unknown>) : {}
}

/** What is born connected had no outcome in its record in former versions. */
function isSameOrUnsaid(recorded: unknown, kept: unknown): boolean {
  return recorded === undefined || recorded === kept
}
