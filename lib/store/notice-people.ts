import { typesForPrograms } from '@/lib/interactions/types'
import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import type { NoticeChannel } from './notices'
import { type Role, readUserIds } from './people'
import { type SlackAccount, toSlackAccount } from './slack-accounts'
import { bindTo, type Command, type Driver, insertInto, type Param, query, queryOne, type SqlRow } from './sql'

/** How a person wants to be told. Times of day are minutes since midnight in `timeZone`. */
export interface NoticePreferences {
  /** The first one first. */
  channels: NoticeChannel[]
  slackSealed: string | null
  quiet: { from: number; until: number } | null
  timeZone: string
  locale: string
  showsDetails: boolean
  /** Whether an admin hears of what waits for the company itself. */
  companyItems: boolean
}

/** Somebody who may be told. */
export interface NoticePerson {
  id: string
  email: string
  name: string
  role: Role
  userIds: string[]
  /** Null: the person has chosen nothing yet. */
  preferences: NoticePreferences | null
  hasSubscription: boolean
  slackAccount: SlackAccount | null
}

/** A browser that takes web pushes. `targetSealed` holds its endpoint and keys. */
export interface PushSubscription {
  id: string
  personId: string
  endpointSha256: string
  targetSealed: string
  label: string
  createdAtMs: number
}

function toPreferences(row: SqlRow): NoticePreferences | null {
  if (row.channels_json === null) return null
  return {
    channels: JSON.parse(String(row.channels_json)),
    slackSealed: row.slack_sealed as string | null,
    quiet: row.quiet_from === null ? null : { from: Number(row.quiet_from), until: Number(row.quiet_until) },
    timeZone: String(row.time_zone),
    locale: String(row.locale),
    showsDetails: Boolean(row.shows_details),
    companyItems: Boolean(row.company_items),
  }
}

function toSubscription(row: SqlRow): PushSubscription {
  return {
    id: String(row.id),
    personId: String(row.person_id),
    endpointSha256: String(row.endpoint_sha256),
    targetSealed: String(row.target_sealed),
    label: String(row.label),
    createdAtMs: Number(row.created_at),
  }
}

async function readPeople(driver: Driver, where: string, ...params: Param[]): Promise<NoticePerson[]> {
  const rows = await driver.read(
    `SELECT p.id, p.email, p.name, p.role, n.channels_json, n.slack_sealed, n.quiet_from, n.quiet_until, n.time_zone,
       n.locale, n.shows_details, n.company_items, a.team_id AS slack_team_id, a.member_id AS slack_member_id,
       a.channel AS slack_channel, a.created_at AS slack_linked_at,
       EXISTS (SELECT 1 FROM push_subscription s WHERE s.person_id = p.id) AS has_subscription
     FROM person p LEFT JOIN notice_preference n ON n.person_id = p.id
       LEFT JOIN slack_account a ON a.person_id = p.id WHERE p.removed_at IS NULL AND ${where}
     ORDER BY p.id`,
    ...params,
  )
  const userIds = await readUserIds(driver, rows)
  return rows.map((row) => ({
    id: String(row.id),
    email: String(row.email),
    name: String(row.name),
    role: row.role as Role,
    userIds: userIds.get(String(row.id)) ?? [],
    preferences: toPreferences(row),
    hasSubscription: Boolean(row.has_subscription),
    slackAccount: toSlackAccount(row),
  }))
}

/** Everybody who answers for one of these users, and with `forCompany` the admins who hear of the company's own items. */
async function listRecipients(
  driver: Driver,
  userIds: readonly string[],
  forCompany: boolean,
): Promise<NoticePerson[]> {
  const reasons = [
    ...(userIds.length > 0
      ? [`p.id IN (SELECT person_id FROM person_user WHERE user_id IN (${userIds.map(() => '?').join(', ')}))`]
      : []),
    ...(forCompany ? [`(p.role = 'admin' AND n.company_items = ?)`] : []),
  ]
  if (reasons.length === 0) return []
  return readPeople(driver, `(${reasons.join(' OR ')})`, ...userIds, ...(forCompany ? [true] : []))
}

async function findPerson(driver: Driver, id: string): Promise<NoticePerson | null> {
  return (await readPeople(driver, 'p.id = ?', id))[0] ?? null
}

function* savePreferences(
  personId: string,
  preferences: NoticePreferences,
  nowMs: number,
  audit: AuditEntry,
): Command<void> {
  const row = {
    person_id: personId,
    channels_json: JSON.stringify(preferences.channels),
    slack_sealed: preferences.slackSealed,
    quiet_from: preferences.quiet?.from ?? null,
    quiet_until: preferences.quiet?.until ?? null,
    time_zone: preferences.timeZone,
    locale: preferences.locale,
    shows_details: preferences.showsDetails,
    company_items: preferences.companyItems,
    updated_at: nowMs,
  }
  const changes = Object.keys(row).map((column) => `${column} = excluded.${column}`)
  yield insertInto('notice_preference', row, ` ON CONFLICT (person_id) DO UPDATE SET ${changes.join(', ')}`)
  yield* appendAudit(deploymentChain, audit)
}

/** Adds a browser, or gives one that is known to the person who is signed in there now. @returns its id */
function* saveSubscription(subscription: PushSubscription): Command<string> {
  const row = yield* queryOne(
    `INSERT INTO push_subscription (id, person_id, endpoint_sha256, target_sealed, label, created_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint_sha256) DO UPDATE SET person_id = excluded.person_id,
       target_sealed = excluded.target_sealed, label = excluded.label RETURNING id`,
    subscription.id,
    subscription.personId,
    subscription.endpointSha256,
    subscription.targetSealed,
    subscription.label,
    subscription.createdAtMs,
  )
  return String(row?.id)
}

/** @returns whether the person had it */
function* removeSubscription(id: string, personId: string): Command<boolean> {
  const rows = yield* query('DELETE FROM push_subscription WHERE id = ? AND person_id = ? RETURNING id', id, personId)
  return rows.length > 0
}

async function listSubscriptions(driver: Driver, personId: string): Promise<PushSubscription[]> {
  const rows = await driver.read(
    'SELECT * FROM push_subscription WHERE person_id = ? ORDER BY created_at, id',
    personId,
  )
  return rows.map(toSubscription)
}

/** How much waits for a person: the number on the app's badge. */
async function countWaiting(driver: Driver, person: NoticePerson): Promise<number> {
  const reasons = [
    ...(person.userIds.length > 0 ? [`user_id IN (${person.userIds.map(() => '?').join(', ')})`] : []),
    ...(person.role === 'admin' && person.preferences?.companyItems ? ['user_id IS NULL'] : []),
  ]
  if (reasons.length === 0) return 0
  const [row] = await driver.read(
    `SELECT COUNT(*) AS n FROM interaction WHERE mode = 'live' AND status = 'pending'
       AND type NOT IN (${typesForPrograms.map(() => '?').join(', ')}) AND (${reasons.join(' OR ')})`,
    ...typesForPrograms,
    ...person.userIds,
  )
  return Number(row?.n)
}

/** What the store knows of the people who are told. */
export function noticePeopleOf(driver: Driver) {
  const { command, reader } = bindTo(driver)
  return {
    savePreferences: command(savePreferences),
    saveSubscription: command(saveSubscription),
    removeSubscription: command(removeSubscription),
    listRecipients: reader(listRecipients),
    findPerson: reader(findPerson),
    listSubscriptions: reader(listSubscriptions),
    countWaiting: reader(countWaiting),
  }
}
