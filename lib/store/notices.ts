import { type AuditEntry, appendAudit } from './audit'
import type { Position } from './events'
import {
  bindTo,
  type Command,
  type Driver,
  insertInto,
  type Param,
  query,
  queryOne,
  type SqlRow,
  statement,
} from './sql'

/** The ways to tell a person, in the usual order. */
export const noticeChannels = ['web_push', 'email', 'slack'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Why a person is told: the item waits, or is about to run out. */
export type NoticePurpose = 'ask' | 'reminder'

/** `retracting`: it was sent, its item has ended, and it is about to be taken back. */
type NoticeStatus = 'pending' | 'sent' | 'failed' | 'skipped' | 'retracting' | 'retracted'

/** A push can be taken back; so can what has a name where it was sent. */
const isRetractable = `(channel = 'web_push' OR message_ref IS NOT NULL)`
/** Channels where a message may be found whose name was not noted. */
const isFindable = `channel IN ('web_push', 'slack')`

/** One item for one person over one channel. Times are UTC milliseconds. */
export interface Notice {
  id: string
  interactionId: string
  personId: string
  channel: NoticeChannel
  purpose: NoticePurpose
  /** What may go in one message together. */
  groupKey: string
  burstAtMs: number
  status: NoticeStatus
  dueAtMs: number
  claimedUntilMs: number | null
  tries: number
  createdAtMs: number
  /** What the channel calls the message, where it can be changed later. */
  messageRef: string | null
  /** Whether it was in the hands of a worker that died: it may have been sent. */
  isOrphan: boolean
}

type NoticeGroup = Pick<Notice, 'personId' | 'channel' | 'purpose' | 'groupKey' | 'status'>

/** A channel of a person that fails, as an admin sees it. */
interface FailingChannel {
  personId: string
  personName: string
  channel: NoticeChannel
  failingSinceMs: number
  failures: number
  lastError: string
}

function toNotice(row: SqlRow): Notice {
  return {
    id: row.id,
    interactionId: row.interaction_id,
    personId: row.person_id,
    channel: row.channel,
    purpose: row.purpose,
    groupKey: row.group_key,
    burstAtMs: Number(row.burst_at),
    status: row.status,
    dueAtMs: Number(row.due_at),
    claimedUntilMs: row.claimed_until === null ? null : Number(row.claimed_until),
    tries: Number(row.tries),
    createdAtMs: Number(row.created_at),
    messageRef: row.message_ref ?? null,
    isOrphan: false,
  } as Notice
}

const feedName = 'notices'

/** Where the notices begin: nobody is told of what was asked before there were any. */
function* beginFeed(end: Position): Command<void> {
  yield insertInto('notice_feed', { name: feedName, after_tx: end.tx, after_seq: end.seq }, ' ON CONFLICT DO NOTHING')
}

async function readFeed(driver: Driver): Promise<Position | null> {
  const [row] = await driver.read('SELECT after_tx, after_seq FROM notice_feed WHERE name = ?', feedName)
  return row ? { tx: Number(row.after_tx), seq: Number(row.after_seq) } : null
}

interface FanOutPlan {
  from: Position
  to: Position
  notices: Notice[]
  /** Items that have ended. */
  endedIds: string[]
  nowMs: number
}

/**
 * Adds the notices of some events, drops and takes back those of items that have ended, and moves the feed past the
 * events. The position they were read at guards it: of two workers one does this, and the other nothing.
 */
function* fanOut({ from, to, notices, endedIds, nowMs }: FanOutPlan): Command<boolean> {
  const moved = yield* queryOne(
    'UPDATE notice_feed SET after_tx = ?, after_seq = ? WHERE name = ? AND after_tx = ? AND after_seq = ? RETURNING name',
    to.tx,
    to.seq,
    feedName,
    from.tx,
    from.seq,
  )
  if (!moved) return false
  if (notices.length > 0) yield notices.map(insertNotice)
  for (const id of endedIds) {
    // First every row, which waits for whoever records a send at this moment; then those that were sent.
    yield* query(
      `UPDATE notice SET ended_at = ?, due_at = CASE WHEN status = 'pending' THEN ? ELSE due_at END
       WHERE interaction_id = ? AND ended_at IS NULL`,
      nowMs,
      nowMs,
      id,
    )
    yield* query(
      `UPDATE notice SET status = 'retracting', due_at = ?, tries = 0
       WHERE interaction_id = ? AND status = 'sent' AND ${isRetractable}`,
      nowMs,
      id,
    )
  }
  return true
}

function insertNotice(notice: Notice) {
  return insertInto(
    'notice',
    {
      id: notice.id,
      interaction_id: notice.interactionId,
      person_id: notice.personId,
      channel: notice.channel,
      purpose: notice.purpose,
      group_key: notice.groupKey,
      burst_at: notice.burstAtMs,
      status: notice.status,
      due_at: notice.dueAtMs,
      claimed_until: notice.claimedUntilMs,
      tries: notice.tries,
      last_error: null,
      message_ref: notice.messageRef,
      created_at: notice.createdAtMs,
      sent_at: null,
      ended_at: null,
    },
    ' ON CONFLICT (interaction_id, person_id, channel, purpose) DO NOTHING',
  )
}

const isFree = '(claimed_until IS NULL OR claimed_until < ?)'

/** The messages that are due and that nobody sends. */
async function listDue(driver: Driver, nowMs: number, limit: number): Promise<NoticeGroup[]> {
  const rows = await driver.read(
    `SELECT person_id, channel, purpose, group_key, status, MIN(due_at) AS first FROM notice
     WHERE status IN ('pending', 'retracting') AND due_at <= ? AND ${isFree}
     GROUP BY person_id, channel, purpose, group_key, status ORDER BY first LIMIT ?`,
    nowMs,
    nowMs,
    limit,
  )
  return rows.map((row) => toNotice({ ...row, claimed_until: null }))
}

/**
 * Takes what is due of one message, for one worker alone until `untilMs`. What waits for an item that has ended is
 * dropped, but for what a worker may have sent before it died: that is taken back. What such a worker had taken
 * together stays together, so that its message can be known.
 */
function* claim(group: NoticeGroup, nowMs: number, untilMs: number): Command<Notice[]> {
  const isOfGroup = 'person_id = ? AND channel = ? AND purpose = ? AND group_key = ?'
  const key = [group.personId, group.channel, group.purpose, group.groupKey]
  if (group.status === 'pending') {
    yield* query(
      `UPDATE notice SET claimed_until = NULL,
         status = CASE WHEN claimed_until IS NOT NULL AND ${isFindable} THEN 'retracting' ELSE 'skipped' END
       WHERE ${isOfGroup} AND status = 'pending' AND ended_at IS NOT NULL AND ${isFree}`,
      ...key,
      nowMs,
    )
  }
  const left = yield* queryOne(
    `SELECT MIN(claimed_until) AS claimed_until FROM notice WHERE ${isOfGroup} AND status = ? AND claimed_until < ?`,
    ...key,
    group.status,
    nowMs,
  )
  const orphanedMs = left?.claimed_until == null ? null : Number(left.claimed_until)
  const rows = yield* query(
    `UPDATE notice SET claimed_until = ? WHERE ${isOfGroup} AND status = ? AND due_at <= ?
       AND claimed_until ${orphanedMs === null ? 'IS NULL' : '= ?'} RETURNING *`,
    untilMs,
    ...key,
    group.status,
    nowMs,
    ...(orphanedMs === null ? [] : [orphanedMs]),
  )
  return rows.map((row) => ({ ...toNotice(row), isOrphan: orphanedMs !== null })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Changes claimed notices, each only while the claim holds. @returns those that were */
function* changeClaimed(notices: readonly Notice[], assignments: string, ...params: Param[]): Command<Notice[]> {
  const changed: Notice[] = []
  for (const { id, claimedUntilMs } of notices) {
    const row = yield* queryOne(
      `UPDATE notice SET claimed_until = NULL, ${assignments} WHERE id = ? AND claimed_until = ? RETURNING *`,
      ...params,
      id,
      claimedUntilMs,
    )
    if (row) changed.push(toNotice(row))
  }
  return changed
}

/** Lets them be sent later, or by somebody else. */
function* postpone(notices: readonly Notice[], dueAtMs: number): Command<void> {
  yield* changeClaimed(notices, 'due_at = ?', dueAtMs)
}

/** They may have been sent, but nobody knows: somebody else looks, and sends them if not. */
function* abandon(notices: readonly Notice[], nowMs: number): Command<void> {
  yield* changeClaimed(notices, 'due_at = ?, tries = tries + 1', nowMs)
}

/** They are not sent: their item, person or channel is no longer there. */
function* skip(notices: readonly Notice[]): Command<void> {
  yield* changeClaimed(notices, `status = 'skipped'`)
}

interface SentPlan {
  notices: readonly Notice[]
  messageRef: string | null
  nowMs: number
  audit: (notice: Notice) => AuditEntry
}

/** Records a message that went out, on the timeline of each of its items. */
function* recordSent({ notices, messageRef, nowMs, audit }: SentPlan): Command<void> {
  const isOver = messageRef === null ? `ended_at IS NOT NULL AND channel = 'web_push'` : 'ended_at IS NOT NULL'
  const sent = yield* changeClaimed(
    notices,
    `status = CASE WHEN ${isOver} THEN 'retracting' ELSE 'sent' END, tries = tries + 1, last_error = NULL, sent_at = ?,
       message_ref = ?`,
    nowMs,
    messageRef,
  )
  for (const notice of sent) yield* appendAudit(notice.interactionId, audit(notice))
  const [first] = sent
  if (first) yield [forgetFailures(first)]
}

function* recordRetracted(notices: readonly Notice[]): Command<void> {
  yield* changeClaimed(notices, `status = 'retracted'`)
}

/** Writes a message again whose item has ended: somebody still saw it as it was. */
function* retractAgain(interactionId: string, personId: string, nowMs: number): Command<void> {
  yield* query(
    `UPDATE notice SET status = 'retracting', due_at = ?, tries = 0 WHERE interaction_id = ? AND person_id = ?
       AND message_ref IS NOT NULL AND status IN ('retracted', 'failed')`,
    nowMs,
    interactionId,
    personId,
  )
}

const forgetFailures = ({ personId, channel }: Pick<Notice, 'personId' | 'channel'>) =>
  statement('DELETE FROM notice_channel WHERE person_id = ? AND channel = ?', personId, channel)

interface FailurePlan {
  notices: readonly Notice[]
  error: string
  /** Null gives them up. */
  nextTryAtMs: number | null
  nowMs: number
  audit: (notice: Notice) => AuditEntry
}

/**
 * Records a failed try. When it was the last one, the person's next channel has its turn at once; of one to take a
 * message back nothing follows, for the person was told.
 */
function* recordFailure({ notices, error, nextTryAtMs, nowMs, audit }: FailurePlan): Command<void> {
  const failed = yield* changeClaimed(
    notices,
    `tries = tries + 1, last_error = ?, due_at = ?, status = CASE WHEN status = 'pending' AND ended_at IS NOT NULL
       THEN 'skipped' ELSE ${nextTryAtMs === null ? `'failed'` : 'status'} END`,
    error,
    nextTryAtMs ?? nowMs,
  )
  const [first] = failed
  if (!first) return
  yield [
    statement(
      `INSERT INTO notice_channel (person_id, channel, failing_since, failures, last_error) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (person_id, channel) DO UPDATE SET failures = notice_channel.failures + 1, last_error = excluded.last_error`,
      first.personId,
      first.channel,
      nowMs,
      error,
    ),
  ]
  const wasToTell = notices.every(({ status }) => status === 'pending')
  for (const notice of failed.filter(({ status }) => wasToTell && status === 'failed')) {
    yield* query(
      `UPDATE notice SET due_at = ? WHERE interaction_id = ? AND person_id = ? AND purpose = ? AND status = 'pending'
         AND due_at > ?`,
      nowMs,
      notice.interactionId,
      notice.personId,
      notice.purpose,
      nowMs,
    )
    yield* appendAudit(notice.interactionId, audit(notice))
  }
}

/** The items of one message. */
async function listItemsOfMessage(driver: Driver, { personId, channel, messageRef }: Notice): Promise<string[]> {
  const rows = await driver.read(
    'SELECT interaction_id FROM notice WHERE person_id = ? AND channel = ? AND message_ref = ? ORDER BY id',
    personId,
    channel,
    messageRef,
  )
  return rows.map((row) => String(row.interaction_id))
}

/** When the newest burst of each agent is told to each person, of bursts told since `sinceMs`. */
async function listBursts(
  driver: Driver,
  personIds: readonly string[],
  sinceMs: number,
): Promise<{ personId: string; groupKey: string; burstAtMs: number }[]> {
  if (personIds.length === 0) return []
  const rows = await driver.read(
    `SELECT person_id, group_key, MAX(burst_at) AS burst_at FROM notice
     WHERE person_id IN (${personIds.map(() => '?').join(', ')}) AND purpose = 'ask' AND burst_at > ?
     GROUP BY person_id, group_key`,
    ...personIds,
    sinceMs,
  )
  return rows.map((row) => ({
    personId: String(row.person_id),
    groupKey: String(row.group_key),
    burstAtMs: Number(row.burst_at),
  }))
}

async function listFailing(driver: Driver): Promise<FailingChannel[]> {
  const rows = await driver.read(
    `SELECT c.*, p.name FROM notice_channel c JOIN person p ON p.id = c.person_id AND p.removed_at IS NULL
     ORDER BY c.failing_since, c.person_id, c.channel`,
  )
  return rows.map((row) => ({
    personId: String(row.person_id),
    personName: String(row.name),
    channel: row.channel as NoticeChannel,
    failingSinceMs: Number(row.failing_since),
    failures: Number(row.failures),
    lastError: String(row.last_error),
  }))
}

/** What the store does for notices. */
export function noticesOf(driver: Driver) {
  const { command, reader } = bindTo(driver)
  return {
    beginFeed: command(beginFeed),
    fanOut: command(fanOut),
    claim: command(claim),
    postpone: command(postpone),
    abandon: command(abandon),
    skip: command(skip),
    recordSent: command(recordSent),
    recordRetracted: command(recordRetracted),
    retractAgain: command(retractAgain),
    recordFailure: command(recordFailure),
    readFeed: reader(readFeed),
    listItemsOfMessage: reader(listItemsOfMessage),
    listDue: reader(listDue),
    listBursts: reader(listBursts),
    listFailing: reader(listFailing),
  }
}
