import { createHash } from 'node:crypto'
import { type AuditFault, findUnlikeItem } from './audited-items'
import { type Command, type Driver, insertInto, type Param, type SqlRow, type Statement, statement } from './sql'

export type Channel = 'rest' | 'sdk' | 'cli' | 'mcp' | 'a2a' | 'inbox' | 'slack' | 'system'

/** One line of the record: who did what through which door (contract section 8). Never a secret. */
export interface AuditEntry {
  atMs: number
  action: string
  actor: { type: string; id: string | null }
  channel: Channel
  requestId: string | null
  facts: Record<string, unknown>
}

/** The chain of everything that concerns no single interaction. */
export const deploymentChain = 'deployment'

function hashOf(row: SqlRow): string {
  const content = [
    row.chain,
    Number(row.seq),
    Number(row.at),
    row.action,
    row.actor_type,
    row.actor_id,
    row.channel,
    row.request_id,
    row.facts_json,
    row.prev_hash,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Appends to a chain inside the running change. */
export function* appendAudit(chain: string, entry: AuditEntry): Command<void> {
  const [head] = yield holdHead(chain)
  yield followHead(head, chain, entry)
}

/** Takes the head of a chain, and makes it when there is none; its writers on PostgreSQL wait for one another here. */
export function holdHead(chain: string): Statement {
  return statement(
    `INSERT INTO audit_head (chain, seq, hash) VALUES (?, 0, '')
     ON CONFLICT (chain) DO UPDATE SET seq = audit_head.seq RETURNING seq, hash`,
    chain,
  )
}

/** The row after a head that the running change holds. */
export function followHead(head: SqlRow | undefined, chain: string, entry: AuditEntry): Statement[] {
  const { row, hash } = follow({ seq: Number(head?.seq), hash: String(head?.hash) }, chain, entry)
  return [
    insertInto('audit', { ...row, hash }),
    statement('UPDATE audit_head SET seq = ?, hash = ? WHERE chain = ?', row.seq, hash, chain),
  ]
}

/** The first row of a chain that nobody else can know yet. */
export function beginAudit(chain: string, entry: AuditEntry): Statement[] {
  const { row, hash } = follow({ seq: 0, hash: '' }, chain, entry)
  return [insertInto('audit_head', { chain, seq: row.seq, hash }), insertInto('audit', { ...row, hash })]
}

/** The row after a head, with its hash. */
function follow(head: { seq: number; hash: string }, chain: string, entry: AuditEntry) {
  const row = {
    chain,
    seq: head.seq + 1,
    at: entry.atMs,
    action: entry.action,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    channel: entry.channel,
    request_id: entry.requestId,
    facts_json: JSON.stringify(entry.facts),
    prev_hash: head.hash,
  }
  return { row, hash: hashOf(row) }
}

/**
 * Looks for a changed, removed, swapped or added row, and for an item that is not what its record says. The record may
 * grow meanwhile: a chain must reach at least the head that was read before its rows, and at most the one that was read
 * after them.
 * @returns the first fault, or how many rows were good
 */
export async function verifyAudit(read: Driver['read']): Promise<{ rows: number; fault: AuditFault | null }> {
  const readHeads = () => read('SELECT * FROM audit_head')
  const headsBefore = byChain(await readHeads())
  const ends = new Map<string, End>()
  let at = { chain: '', seq: 0, hash: '' }
  let rows = 0
  for (;;) {
    const page = await read(
      'SELECT * FROM audit WHERE (chain, seq) > (?, ?) ORDER BY chain, seq LIMIT 1000',
      at.chain,
      at.seq,
    )
    if (page.length === 0) break
    for (const row of page) {
      const found = faultAfter(at, row)
      if (found) return { rows, fault: found }
      at = { chain: String(row.chain), seq: Number(row.seq), hash: String(row.hash) }
      ends.set(at.chain, at)
      rows++
    }
  }
  const headsAfter = byChain(await readHeads())
  const chainless = await findChainless(read)
  const fault =
    findMissingTail(ends, headsBefore) ??
    findUnknownTail(ends, headsAfter) ??
    (chainless === null ? null : { chain: chainless, seq: 1, fault: 'is missing' }) ??
    (await findUnlikeItem(read))
  return { rows, fault }
}

/** What is wrong with a row, read after the row `before` it; a row of another chain must be the first of its own. */
function faultAfter(before: { chain: string } & End, row: SqlRow): AuditFault | null {
  const chain = String(row.chain)
  const seq = Number(row.seq)
  const { seq: seqBefore, hash } = chain === before.chain ? before : { seq: 0, hash: '' }
  if (seq !== seqBefore + 1) return { chain, seq: seqBefore + 1, fault: 'is missing' }
  if (row.prev_hash !== hash) return { chain, seq, fault: 'does not follow the row before it' }
  if (row.hash !== hashOf(row)) return { chain, seq, fault: 'was changed' }
  return null
}

/**
 * Looks for a fault in the record of one interaction, whose record must exist, and for what the interaction is otherwise
 * than its record says. It may grow meanwhile.
 * @returns the first fault, or how many rows were good
 */
export async function verifyChain(
  read: Driver['read'],
  chain: string,
): Promise<{ rows: number; fault: AuditFault | null }> {
  const readHead = async () => byChain(await read('SELECT * FROM audit_head WHERE chain = ?', chain))
  const headBefore = await readHead()
  let at = { chain, seq: 0, hash: '' }
  for (const row of await read('SELECT * FROM audit WHERE chain = ? ORDER BY seq', chain)) {
    const fault = faultAfter(at, row)
    if (fault) return { rows: at.seq, fault }
    at = { chain, seq: Number(row.seq), hash: String(row.hash) }
  }
  if (at.seq === 0) return { rows: 0, fault: { chain, seq: 1, fault: 'is missing' } }
  const ends = new Map([[chain, at]])
  const fault =
    findMissingTail(ends, headBefore) ??
    findUnknownTail(ends, await readHead()) ??
    (await findUnlikeItem(read, { only: chain }))
  return { rows: at.seq, fault }
}

/** Something that has no record at all, and should. */
async function findChainless(read: Driver['read']): Promise<string | null> {
  const [row] = await read(
    `SELECT id FROM interaction WHERE NOT EXISTS (SELECT 1 FROM audit WHERE chain = interaction.id)
     UNION ALL SELECT '${deploymentChain}' FROM api_key WHERE NOT EXISTS (SELECT 1 FROM audit WHERE chain = '${deploymentChain}')
     LIMIT 1`,
  )
  return row ? String(row.id) : null
}

interface End {
  seq: number
  hash: string
}

function byChain(heads: SqlRow[]): Map<string, End> {
  return new Map(heads.map(({ chain, seq, hash }) => [String(chain), { seq: Number(seq), hash: String(hash) }]))
}

function findMissingTail(ends: Map<string, End>, heads: Map<string, End>): AuditFault | null {
  for (const [chain, head] of heads) {
    const seq = ends.get(chain)?.seq ?? 0
    if (seq < head.seq) return { chain, seq: seq + 1, fault: 'is missing at the end of its chain' }
  }
  return null
}

function findUnknownTail(ends: Map<string, End>, heads: Map<string, End>): AuditFault | null {
  for (const [chain, end] of ends) {
    const head = heads.get(chain) ?? { seq: 0, hash: '' }
    if (end.seq > head.seq) return { chain, seq: head.seq + 1, fault: 'was added' }
    if (end.seq === head.seq && end.hash !== head.hash)
      return { chain, seq: end.seq, fault: 'is not the last one written' }
  }
  return null
}

/** A row of the record as a reader sees it. */
export interface AuditRow {
  chain: string
  seq: number
  atMs: number
  action: string
  actor: { type: string; id: string | null }
  channel: string
  requestId: string | null
  facts: Record<string, unknown>
  hash: string
}

/** Rows of the record, newest first. `after.id` is `chain/seq`. */
export async function listAudit(
  driver: Driver,
  filter: {
    chain?: string | undefined
    action?: string | undefined
    actorId?: string | undefined
    after?: { createdAtMs: number; id: string } | undefined
    limit: number
  },
): Promise<AuditRow[]> {
  const where: string[] = []
  const params: Param[] = []
  const add = (condition: string, ...values: Param[]) => {
    where.push(condition)
    params.push(...values)
  }
  if (filter.chain !== undefined) add('chain = ?', filter.chain)
  if (filter.action !== undefined) add('action = ?', filter.action)
  if (filter.actorId !== undefined) add('actor_id = ?', filter.actorId)
  if (filter.after) {
    const [chain = '', seq = '0'] = filter.after.id.split('/')
    add('(at, chain, seq) < (?, ?, ?)', filter.after.createdAtMs, chain, Number(seq))
  }
  const rows = await driver.read(
    `SELECT * FROM audit ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
     ORDER BY at DESC, chain DESC, seq DESC LIMIT ?`,
    ...params,
    filter.limit,
  )
  return rows.map((row) => ({
    chain: String(row.chain),
    seq: Number(row.seq),
    atMs: Number(row.at),
    action: String(row.action),
    actor: { type: String(row.actor_type), id: row.actor_id as string | null },
    channel: String(row.channel),
    requestId: row.request_id as string | null,
    facts: JSON.parse(String(row.facts_json)) as Record<string, unknown>,
    hash: String(row.hash),
  }))
}
