import path from 'node:path'
import Database from 'better-sqlite3'

const dayMs = 24 * 3_600_000
const days = 30
const agents = ['Travel agent', 'Finance agent', 'Support agent']

/**
 * A month in which people answered, straight into the server's database, so that the figures have something to show.
 * The rows are in no hash chain: the record of such a database does not hold.
 */
export function writeHistory(dataDir: string): void {
  const db = new Database(path.join(dataDir, 'vestra.db'))
  const people = db.prepare(`SELECT id FROM person ORDER BY created_at`).pluck().all() as string[]
  const item = db.prepare(`INSERT INTO interaction (id, mode, type, kind, status, user_id, asker, agent, summary,
    requires_present_user, details_json, digest, content_hmac, created_at, resolved_at, decision, method)
    VALUES (?, 'test', 'approval', 'custom', ?, 'traveller-7', 'agent:past', ?, 'an earlier one', 0, '{}', '', '', ?, ?, ?, ?)`)
  const row =
    db.prepare(`INSERT INTO audit (chain, seq, at, action, actor_type, actor_id, channel, facts_json, prev_hash,
    hash) VALUES (?, ?, ?, ?, ?, ?, 'inbox', '{}', '', '')`)
  const nowMs = Date.now()
  let n = 0
  db.transaction(() => {
    for (let day = 1; day < days; day++) {
      // Quieter at the weekend, and never quite the same.
      const count = new Date(nowMs - day * dayMs).getDay() % 6 === 0 ? 2 : 6 + ((day * 7) % 9)
      for (let each = 0; each < count; each++) {
        const id = `int_past${++n}`
        const openedMs = nowMs - day * dayMs + each * 1_500_000
        const isExpired = n % 11 === 0
        const seenMs = openedMs + 60_000 + ((n * 97_001) % 900_000)
        const endedMs = isExpired
          ? openedMs + 3_600_000
          : seenMs + (n % 9 === 0 ? 1_400 : 6_000 + ((n * 3_331) % 90_000))
        const decision = isExpired ? 'expired' : n % 6 === 0 ? 'denied' : 'approved'
        const person = people[n % people.length] ?? ''
        const status = isExpired ? 'expired' : 'resolved'
        item.run(id, status, agents[n % agents.length], openedMs, endedMs, decision, isExpired ? null : 'password')
        row.run(id, 1, openedMs, 'interaction.opened', 'key', 'key_past')
        if (isExpired) row.run(id, 2, endedMs, 'interaction.expired', 'system', 'system')
        else {
          row.run(id, 2, seenMs, 'interaction.viewed', 'person', person)
          row.run(id, 3, endedMs, 'interaction.answered', 'person', person)
        }
      }
    }
  })()
  db.close()
}
