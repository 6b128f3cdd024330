import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import { bindTo, type Command, type Driver, insertInto, query, queryOne, type SqlRow } from './sql'

/** A Slack account that a person has shown to be theirs, and the direct messages that they read there. */
export interface SlackAccount {
  teamId: string
  memberId: string
  channel: string
  linkedAtMs: number
}

/** A code under way to a Slack account. */
interface SlackCode {
  personId: string
  teamId: string
  memberId: string
  codeHmac: string
  nowMs: number
  expiresAtMs: number
}

const maxTries = 5

/** Keeps a code that is about to be sent, in the place of the last one. @returns whether the last one is older than `sinceMs` */
function* beginCode(code: SlackCode, sinceMs: number): Command<boolean> {
  const row = {
    person_id: code.personId,
    team_id: code.teamId,
    member_id: code.memberId,
    channel: null,
    code_hmac: code.codeHmac,
    tries: 0,
    created_at: code.nowMs,
    expires_at: code.expiresAtMs,
  }
  const changes = Object.keys(row).map((column) => `${column} = excluded.${column}`)
  const insert = insertInto(
    'slack_code',
    row,
    ` ON CONFLICT (person_id) DO UPDATE SET ${changes.join(', ')} WHERE slack_code.created_at <= ? RETURNING person_id`,
  )
  const began = yield { ...insert, params: [...insert.params, sinceMs] }
  return began.length > 0
}

/** The code was sent, over these direct messages. */
function* noteSent(personId: string, codeHmac: string, channel: string): Command<void> {
  yield* query('UPDATE slack_code SET channel = ? WHERE person_id = ? AND code_hmac = ?', channel, personId, codeHmac)
}

/** The code was not sent, so that another may be at once. */
function* dropCode(personId: string, codeHmac: string): Command<void> {
  yield* query('DELETE FROM slack_code WHERE person_id = ? AND code_hmac = ?', personId, codeHmac)
}

/**
 * Links the account that the code was sent to, if it is that code; it is spent. Whoever shows last that the account is
 * theirs has it. A wrong code counts, and few of them end the right one.
 * @returns whether it was the code
 */
function* confirmCode(
  personId: string,
  codeHmac: string,
  nowMs: number,
  audit: (account: { teamId: string; memberId: string }) => AuditEntry,
): Command<boolean> {
  const tried = yield* queryOne(
    `UPDATE slack_code SET tries = tries + 1 WHERE person_id = ? AND expires_at > ? AND tries < ${maxTries}
       AND channel IS NOT NULL RETURNING *`,
    personId,
    nowMs,
  )
  if (tried?.code_hmac !== codeHmac) return false
  const teamId = String(tried.team_id)
  const memberId = String(tried.member_id)
  yield* query('DELETE FROM slack_code WHERE person_id = ?', personId)
  yield* query(
    'DELETE FROM slack_account WHERE person_id = ? OR (team_id = ? AND member_id = ?)',
    personId,
    teamId,
    memberId,
  )
  yield insertInto('slack_account', {
    person_id: personId,
    team_id: teamId,
    member_id: memberId,
    channel: String(tried.channel),
    created_at: nowMs,
  })
  yield* appendAudit(deploymentChain, audit({ teamId, memberId }))
  return true
}

/** Forgets the person's account, if there is one. */
function* unlink(personId: string, audit: AuditEntry): Command<void> {
  const gone = yield* query('DELETE FROM slack_account WHERE person_id = ? RETURNING person_id', personId)
  if (gone.length > 0) yield* appendAudit(deploymentChain, audit)
}

/** Whose Slack account it is. */
async function findPersonId(driver: Driver, teamId: string, memberId: string): Promise<string | null> {
  const [row] = await driver.read(
    'SELECT person_id FROM slack_account WHERE team_id = ? AND member_id = ?',
    teamId,
    memberId,
  )
  return row ? String(row.person_id) : null
}

/** The account in a row of a person that was joined with `slack_account a`. */
export function toSlackAccount(row: SqlRow): SlackAccount | null {
  if (row.slack_channel === null) return null
  return {
    teamId: String(row.slack_team_id),
    memberId: String(row.slack_member_id),
    channel: String(row.slack_channel),
    linkedAtMs: Number(row.slack_linked_at),
  }
}

/** What the store knows of people's Slack accounts. */
export function slackAccountsOf(driver: Driver) {
  const { command, reader } = bindTo(driver)
  return {
    beginCode: command(beginCode),
    noteSent: command(noteSent),
    dropCode: command(dropCode),
    confirmCode: command(confirmCode),
    unlink: command(unlink),
    findPersonId: reader(findPersonId),
  }
}
