import type { Mode } from '@/lib/interactions/item'
import type { Driver, SqlRow } from './sql'

export const dayMs = 24 * 3_600_000
/** So many rows of the record are looked at, newest first, however long the period is: a look never holds the store up. */
const scanLimit = 30_000
/** A yes so soon after its card was first seen was hardly read. */
const quickMs = 2_000

export interface Figures {
  answers: number
  expired: number
  /** From being asked to being answered; the lower of the two middle ones. */
  medianMs: number | null
  /** Yeses of a person who had opened the card before. */
  yesSeen: number
  /** Those of them within two seconds of that. */
  yesQuick: number
}

export interface Activity {
  total: Figures
  /** By the day's number, counted from the beginning of the period. */
  days: ReadonlyMap<number, Figures>
  agents: { name: string; figures: Figures }[]
  people: { id: string; figures: Figures }[]
  /** Where the counting really begins, when the period holds more than is looked at. */
  countedFromMs: number | null
}

/**
 * What was answered and what ran out in [fromMs, toMs), from the record: an answer counts when its row was written,
 * and as seen from the same person's row `interaction.viewed`. What an app's connection settled by itself is no answer.
 */
export async function readActivity(driver: Driver, mode: Mode, fromMs: number, toMs: number): Promise<Activity> {
  const [edge] = await driver.read(
    'SELECT at FROM audit WHERE at >= ? AND at < ? ORDER BY at DESC LIMIT 1 OFFSET ?',
    fromMs,
    toMs,
    scanLimit,
  )
  // The edge's own moment is left out: it may have been cut in two.
  const sinceMs = edge ? Number(edge.at) + 1 : fromMs
  // CROSS JOIN: SQLite, which knows nothing of the period's size, would walk through every item first.
  const rows = await driver.read(
    `WITH scanned AS MATERIALIZED (
       SELECT chain, seq, at, action, actor_type, actor_id FROM audit
       WHERE at >= ? AND at < ? AND action IN ('interaction.answered', 'interaction.expired')),
     ended AS MATERIALIZED (
       SELECT a.action, a.at, i.agent, i.decision, i.resolved_at - i.created_at AS ms,
         CASE WHEN a.actor_type = 'person' THEN a.actor_id END AS person,
         CASE WHEN a.actor_type = 'person' AND i.decision = 'approved' THEN a.at - (
           SELECT MIN(v.at) FROM audit v WHERE v.chain = a.chain AND v.seq < a.seq
             AND v.action = 'interaction.viewed' AND v.actor_type = 'person' AND v.actor_id = a.actor_id) END AS pause
       FROM scanned a CROSS JOIN interaction i
       WHERE i.id = a.chain AND i.mode = ? AND (i.method IS NULL OR i.method <> 'connection')),
     parts AS (
       SELECT 'total' AS part, '' AS name, e.* FROM ended e
       UNION ALL SELECT 'day', CAST(CAST((at - CAST(? AS BIGINT)) / ${dayMs} AS BIGINT) AS TEXT), e.* FROM ended e
       UNION ALL SELECT 'agent', agent, e.* FROM ended e
       UNION ALL SELECT 'person', person, e.* FROM ended e WHERE person IS NOT NULL),
     ranked AS (
       SELECT part, name, action, pause, ms,
         ROW_NUMBER() OVER (PARTITION BY part, name, action ORDER BY ms) AS place,
         COUNT(*) OVER (PARTITION BY part, name, action) AS places
       FROM parts)
     SELECT part, name,
       SUM(CASE WHEN action = 'interaction.answered' THEN 1 ELSE 0 END) AS answers,
       SUM(CASE WHEN action = 'interaction.expired' THEN 1 ELSE 0 END) AS expired,
       MAX(CASE WHEN action = 'interaction.answered' AND place = (places + 1) / 2 THEN ms END) AS median,
       SUM(CASE WHEN pause IS NOT NULL THEN 1 ELSE 0 END) AS yes_seen,
       SUM(CASE WHEN pause <= ${quickMs} THEN 1 ELSE 0 END) AS yes_quick
     FROM ranked GROUP BY part, name ORDER BY answers DESC, expired DESC, name`,
    sinceMs,
    toMs,
    mode,
    fromMs,
  )
  const of = (part: string) =>
    rows.filter((row) => row.part === part).map((row) => ({ name: String(row.name), figures: toFigures(row) }))
  return {
    total: of('total')[0]?.figures ?? { answers: 0, expired: 0, medianMs: null, yesSeen: 0, yesQuick: 0 },
    days: new Map(of('day').map(({ name, figures }) => [Number(name), figures])),
    agents: of('agent'),
    people: of('person').map(({ name, figures }) => ({ id: name, figures })),
    countedFromMs: edge ? sinceMs : null,
  }
}

function toFigures(row: SqlRow): Figures {
  return {
    answers: Number(row.answers),
    expired: Number(row.expired),
    medianMs: row.median === null ? null : Number(row.median),
    yesSeen: Number(row.yes_seen),
    yesQuick: Number(row.yes_quick),
  }
}

export interface OpenCounts {
  total: number
  byAge: { hour: number; day: number; week: number; older: number }
  byType: { name: string; count: number }[]
  byAgent: { name: string; count: number }[]
}

const hourMs = 3_600_000

/** What waits now, by age, type and agent. The limit on what may wait bounds the work. */
export async function readOpenCounts(driver: Driver, mode: Mode, nowMs: number): Promise<OpenCounts> {
  const rows = await driver.read(
    `WITH open AS MATERIALIZED (
       SELECT type, agent, CASE WHEN created_at > ? THEN 'hour' WHEN created_at > ? THEN 'day'
         WHEN created_at > ? THEN 'week' ELSE 'older' END AS age
       FROM interaction WHERE mode = ? AND status = 'pending' AND (expires_at IS NULL OR expires_at > ?))
     SELECT 'age' AS part, age AS name, COUNT(*) AS count FROM open GROUP BY age
     UNION ALL SELECT 'type', type, COUNT(*) FROM open GROUP BY type
     UNION ALL SELECT 'agent', agent, COUNT(*) FROM open GROUP BY agent
     ORDER BY count DESC, name`,
    nowMs - hourMs,
    nowMs - dayMs,
    nowMs - 7 * dayMs,
    mode,
    nowMs,
  )
  const of = (part: string) =>
    rows.filter((row) => row.part === part).map((row) => ({ name: String(row.name), count: Number(row.count) }))
  const ages = new Map(of('age').map(({ name, count }) => [name, count]))
  const ageOf = (name: string) => ages.get(name) ?? 0
  return {
    total: of('type').reduce((sum, { count }) => sum + count, 0),
    byAge: { hour: ageOf('hour'), day: ageOf('day'), week: ageOf('week'), older: ageOf('older') },
    byType: of('type'),
    byAgent: of('agent'),
  }
}
