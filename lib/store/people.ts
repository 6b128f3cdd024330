import { type AuditEntry, appendAudit, deploymentChain } from './audit'
import type { PrismaClient } from './prisma'
import { type Command, type Driver, insertInto, query, queryOne, type SqlRow, statement } from './sql'

export type Role = 'user' | 'admin'
export type SignInMethod = 'password' | 'link' | 'oidc'

export interface Person {
  id: string
  email: string
  name: string
  role: Role
  /** The integrator's users whose items this person answers. */
  userIds: string[]
}

export interface NewPerson extends Person {
  passwordHash: string | null
  createdAtMs: number
}

/** Adds a person with their user ids; an e-mail that is known gets the role and the further user ids (D11). */
export function* savePerson(person: NewPerson, audit: AuditEntry): Command<string> {
  const row = yield* queryOne(
    `INSERT INTO person (id, email, name, role, password_hash, created_at, removed_at) VALUES (?, ?, ?, ?, ?, ?, NULL)
     ON CONFLICT (email) DO UPDATE SET role = excluded.role, removed_at = NULL RETURNING id`,
    person.id,
    person.email,
    person.name,
    person.role,
    person.passwordHash,
    person.createdAtMs,
  )
  const id = String(row?.id)
  for (const userId of person.userIds) {
    yield insertInto(
      'person_user',
      { person_id: id, user_id: userId, created_at: person.createdAtMs },
      ' ON CONFLICT DO NOTHING',
    )
  }
  yield* appendAudit(deploymentChain, audit)
  return id
}

/** The setting that holds a user id which the first admin is linked to as soon as there is one. */
const demoUser = 'demo_user'

/**
 * The first admin, once: of two holders of first-start links one wins. A person with that e-mail becomes it.
 * @returns whose id it is, or null for who came second
 */
export function* saveFirstAdmin(person: NewPerson, audit: AuditEntry): Command<string | null> {
  const claimed = yield insertInto(
    'setting',
    { name: 'first_admin', value: person.id },
    ' ON CONFLICT DO NOTHING RETURNING name',
  )
  if (claimed.length === 0) return null
  const id = yield* savePerson(person, audit)
  yield* query('UPDATE person SET name = ?, password_hash = ? WHERE id = ?', person.name, person.passwordHash, id)
  yield [
    statement(
      `INSERT INTO person_user (person_id, user_id, created_at) SELECT ?, value, ? FROM setting WHERE name = '${demoUser}'
       ON CONFLICT DO NOTHING`,
      id,
      person.createdAtMs,
    ),
  ]
  return id
}

/** Links the first admin to a user id: now, or when that admin is made. */
export function* linkFirstAdmin(userId: string, nowMs: number, audit: AuditEntry): Command<void> {
  yield insertInto('setting', { name: demoUser, value: userId }, ' ON CONFLICT DO NOTHING')
  const admin = yield* queryOne(
    "SELECT id FROM person WHERE role = 'admin' AND removed_at IS NULL ORDER BY created_at LIMIT 1",
  )
  if (!admin) return
  yield insertInto(
    'person_user',
    { person_id: String(admin.id), user_id: userId, created_at: nowMs },
    ' ON CONFLICT DO NOTHING',
  )
  yield* appendAudit(deploymentChain, audit)
}

/** Uses a one-time link up. @returns whom it signs in (null: the first admin), or undefined when it is spent. */
export function* spendSignInLink(sha256: string, nowMs: number): Command<{ personId: string | null } | undefined> {
  const row = yield* queryOne(
    'UPDATE sign_in_link SET used_at = ? WHERE sha256 = ? AND used_at IS NULL AND expires_at > ? RETURNING person_id',
    nowMs,
    sha256,
    nowMs,
  )
  return row && { personId: row.person_id as string | null }
}

/** Counts one failed sign-in. @returns how many there were in the running window */
export function* countSignInFailure(subject: string, nowMs: number, windowMs: number): Command<number> {
  const row = yield* queryOne(
    `INSERT INTO sign_in_failure (subject, count, window_start) VALUES (?, 1, ?)
     ON CONFLICT (subject) DO UPDATE SET
       count = CASE WHEN sign_in_failure.window_start > ? THEN sign_in_failure.count + 1 ELSE 1 END,
       window_start = CASE WHEN sign_in_failure.window_start > ? THEN sign_in_failure.window_start ELSE excluded.window_start END
     RETURNING count`,
    subject,
    nowMs,
    nowMs - windowMs,
    nowMs - windowMs,
  )
  return Number(row?.count)
}

export interface SignedIn {
  sessionId: string
  method: SignInMethod
  person: Person
}

/** The person behind a session that has neither ended nor run out. Read on every request with a cookie. */
export async function findSession(driver: Driver, sessionId: string, nowMs: number): Promise<SignedIn | null> {
  const [row] = await driver.read(
    `SELECT s.id AS session_id, s.method, p.id, p.email, p.name, p.role
     FROM person_session s JOIN person p ON p.id = s.person_id
     WHERE s.id = ? AND s.ended_at IS NULL AND s.expires_at > ? AND p.removed_at IS NULL`,
    sessionId,
    nowMs,
  )
  if (!row) return null
  const links = await driver.read(
    'SELECT user_id FROM person_user WHERE person_id = ? ORDER BY user_id',
    String(row.id),
  )
  return {
    sessionId: String(row.session_id),
    method: row.method as SignInMethod,
    person: {
      id: String(row.id),
      email: String(row.email),
      name: String(row.name),
      role: row.role as Role,
      userIds: links.map((link) => String(link.user_id)),
    },
  }
}

/** Whether the deployment was begun. Asked at every start, so not through Prisma, which takes a moment to load. */
export async function hasAdmin(driver: Driver): Promise<boolean> {
  const rows = await driver.read("SELECT 1 AS found FROM person WHERE role = 'admin' AND removed_at IS NULL LIMIT 1")
  return rows.length > 0
}

/** What needs no audit row and no speed goes through Prisma. */
export function peopleOf(prisma: () => Promise<PrismaClient>) {
  return {
    findByEmail: async (email: string) => (await prisma()).person.findFirst({ where: { email, removed_at: null } }),
    find: async (id: string) => (await prisma()).person.findFirst({ where: { id, removed_at: null } }),
    setNameAndPassword: async (id: string, data: { name?: string; password_hash?: string }) =>
      (await prisma()).person.update({ where: { id }, data }),
    addLink: async (link: { sha256: string; personId: string | null; createdAtMs: number; expiresAtMs: number }) =>
      (await prisma()).signInLink.create({
        data: {
          sha256: link.sha256,
          person_id: link.personId,
          created_at: link.createdAtMs,
          expires_at: link.expiresAtMs,
        },
      }),
    findOpenLink: async (sha256: string, nowMs: number) =>
      (await prisma()).signInLink.findFirst({ where: { sha256, used_at: null, expires_at: { gt: nowMs } } }),
    findOpenUserLink: async (sha256: string, nowMs: number) =>
      (await prisma()).userLink.findFirst({ where: { sha256, used_at: null, expires_at: { gt: nowMs } } }),
    addSession: async (session: {
      id: string
      personId: string
      method: SignInMethod
      createdAtMs: number
      expiresAtMs: number
    }) =>
      (await prisma()).personSession.create({
        data: {
          id: session.id,
          person_id: session.personId,
          method: session.method,
          created_at: session.createdAtMs,
          expires_at: session.expiresAtMs,
        },
      }),
    endSession: async (id: string, nowMs: number) =>
      (await prisma()).personSession.updateMany({ where: { id, ended_at: null }, data: { ended_at: nowMs } }),
    countFailures: async (subject: string, sinceMs: number) => {
      const row = await (await prisma()).signInFailure.findFirst({ where: { subject, window_start: { gt: sinceMs } } })
      return row?.count ?? 0
    },
    forgetFailures: async (subject: string) => (await prisma()).signInFailure.deleteMany({ where: { subject } }),
    findIdentity: async (issuer: string, subject: string) =>
      (await prisma()).personIdentity.findFirst({ where: { issuer, subject } }),
    isRemoved: async (email: string) =>
      (await (await prisma()).person.count({ where: { email, removed_at: { not: null } } })) > 0,
    addIdentity: async (issuer: string, subject: string, personId: string, nowMs: number) =>
      (await prisma()).personIdentity.create({ data: { issuer, subject, person_id: personId, created_at: nowMs } }),
  }
}

/** A person as an admin sees them. */
export interface ManagedPerson extends Person {
  createdAtMs: number
}

/** The user ids that each of these people answers for, by the person's id. */
export async function readUserIds(driver: Driver, people: readonly SqlRow[]): Promise<Map<string, string[]>> {
  const byPerson = new Map<string, string[]>()
  if (people.length === 0) return byPerson
  const links = await driver.read(
    `SELECT person_id, user_id FROM person_user WHERE person_id IN (${people.map(() => '?').join(', ')}) ORDER BY user_id`,
    ...people.map((row) => String(row.id)),
  )
  for (const { person_id, user_id } of links) {
    const known = byPerson.get(String(person_id)) ?? []
    byPerson.set(String(person_id), [...known, String(user_id)])
  }
  return byPerson
}

async function withUserIds(driver: Driver, rows: SqlRow[]): Promise<ManagedPerson[]> {
  const userIds = await readUserIds(driver, rows)
  return rows.map((row) => ({
    id: String(row.id),
    email: String(row.email),
    name: String(row.name),
    role: row.role as Role,
    userIds: userIds.get(String(row.id)) ?? [],
    createdAtMs: Number(row.created_at),
  }))
}

export async function findPerson(driver: Driver, id: string): Promise<ManagedPerson | null> {
  const rows = await driver.read('SELECT * FROM person WHERE id = ? AND removed_at IS NULL', id)
  return (await withUserIds(driver, rows))[0] ?? null
}

/** People who have access, newest first. */
export async function listPeople(
  driver: Driver,
  after: { createdAtMs: number; id: string } | undefined,
  limit: number,
): Promise<ManagedPerson[]> {
  const rows = await driver.read(
    `SELECT * FROM person WHERE removed_at IS NULL ${after ? 'AND (created_at, id) < (?, ?)' : ''}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...(after ? [after.createdAtMs, after.id] : []),
    limit,
  )
  return withUserIds(driver, rows)
}

export interface PersonChanges {
  name?: string | undefined
  role?: Role | undefined
  /** The whole list, in place of the one before. */
  userIds?: string[] | undefined
}

function* isLastAdmin(id: string): Command<boolean> {
  // Holding every admin's row keeps two admins from taking each other away at once.
  const admins = yield* query("UPDATE person SET role = role WHERE role = 'admin' AND removed_at IS NULL RETURNING id")
  return admins.length === 1 && admins[0]?.id === id
}

export function* changePerson(
  id: string,
  changes: PersonChanges,
  nowMs: number,
  audit: AuditEntry,
): Command<'changed' | 'last_admin'> {
  if (changes.role === 'user' && (yield* isLastAdmin(id))) return 'last_admin'
  if (changes.name !== undefined) yield* query('UPDATE person SET name = ? WHERE id = ?', changes.name, id)
  if (changes.role !== undefined) yield* query('UPDATE person SET role = ? WHERE id = ?', changes.role, id)
  if (changes.userIds) {
    yield* query('DELETE FROM person_user WHERE person_id = ?', id)
    for (const userId of new Set(changes.userIds)) {
      yield insertInto('person_user', { person_id: id, user_id: userId, created_at: nowMs })
    }
  }
  yield* appendAudit(deploymentChain, audit)
  return 'changed'
}

/** Takes access away: sessions end, links and user ids go; the row stays for the record. */
export function* removePerson(id: string, nowMs: number, audit: AuditEntry): Command<'removed' | 'last_admin'> {
  if (yield* isLastAdmin(id)) return 'last_admin'
  yield* query('UPDATE person SET removed_at = ?, password_hash = NULL WHERE id = ?', nowMs, id)
  yield* query('UPDATE person_session SET ended_at = ? WHERE person_id = ? AND ended_at IS NULL', nowMs, id)
  yield* query('DELETE FROM person_user WHERE person_id = ?', id)
  yield* query('DELETE FROM sign_in_link WHERE person_id = ?', id)
  yield* query('DELETE FROM push_subscription WHERE person_id = ?', id)
  yield* query('DELETE FROM notice_preference WHERE person_id = ?', id)
  yield* query('DELETE FROM slack_account WHERE person_id = ?', id)
  yield* query('DELETE FROM slack_code WHERE person_id = ?', id)
  yield* appendAudit(deploymentChain, audit)
  return 'removed'
}

export function* createUserLink(link: {
  sha256: string
  userId: string
  createdAtMs: number
  expiresAtMs: number
}): Command<void> {
  yield insertInto('user_link', {
    sha256: link.sha256,
    user_id: link.userId,
    created_at: link.createdAtMs,
    expires_at: link.expiresAtMs,
    used_at: null,
  })
}

/** Spends a link and links the person to its user. @returns the user's id, or null when it is spent or over */
export function* acceptUserLink(
  sha256: string,
  personId: string,
  nowMs: number,
  audit: (userId: string) => AuditEntry,
): Command<string | null> {
  const row = yield* queryOne(
    'UPDATE user_link SET used_at = ? WHERE sha256 = ? AND used_at IS NULL AND expires_at > ? RETURNING user_id',
    nowMs,
    sha256,
    nowMs,
  )
  if (!row) return null
  const userId = String(row.user_id)
  yield insertInto(
    'person_user',
    { person_id: personId, user_id: userId, created_at: nowMs },
    ' ON CONFLICT DO NOTHING',
  )
  yield* appendAudit(deploymentChain, audit(userId))
  return userId
}
