import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { oneLine } from '@/lib/interactions/text'
import type { NewPerson, Person, Role, SignInMethod } from '@/lib/store/people'
import { type App, auditEntry, type Ctx, newId, newToken, systemContext } from './context'
import { sha256 } from './secrets'

export type { Person, SignInMethod }

const linkLifeMs = 24 * 3_600_000
export const sessionLifeMs = 30 * 24 * 3_600_000
const failureWindowMs = 15 * 60_000
const maxFailuresPerEmail = 10
const maxFailuresPerAddress = 50

const scryptCost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const Email = z.email({ error: 'must be an e-mail address' }).max(254)
const Password = z
  .string()
  .min(10, { error: 'must be at least 10 characters long' })
  .max(1000, { error: 'must be at most 1,000 characters long' })

const toEmail = (text: string) => text.trim().toLowerCase()

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, scryptCost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

async function isPassword(password: string, stored: string | null): Promise<boolean> {
  // Nobody's hash is compared as well, so that a known e-mail answers no slower than an unknown one.
  const [, salt = '', hash = ''] = (stored ?? `scrypt$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$')
  const isSame = timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url')), Buffer.from(hash, 'base64url'))
  return isSame && stored !== null
}

export class SignInError extends Error {
  constructor(readonly code: 'wrong_credentials' | 'too_many_attempts' | 'link_invalid') {
    super(code)
  }
}

/** A new session's row id, for the cookie (D19.15). */
export async function startSession(app: App, personId: string, method: SignInMethod): Promise<string> {
  const nowMs = app.store.nowMs()
  const id = newId('psn')
  await app.store.people.addSession({ id, personId, method, createdAtMs: nowMs, expiresAtMs: nowMs + sessionLifeMs })
  return id
}

async function assertNotThrottled(app: App, subjects: readonly (readonly [string, number])[]) {
  const sinceMs = app.store.nowMs() - failureWindowMs
  for (const [subject, max] of subjects) {
    if ((await app.store.people.countFailures(subject, sinceMs)) >= max) throw new SignInError('too_many_attempts')
  }
}

/**
 * Signs in by e-mail and password; guessing is slowed by e-mail and by address.
 * @returns the person's id
 * @throws SignInError wrong_credentials, too_many_attempts
 */
export async function checkPassword(app: App, email: string, password: string, address: string): Promise<string> {
  const subjects = [
    [`email:${sha256(toEmail(email))}`, maxFailuresPerEmail],
    [`address:${address}`, maxFailuresPerAddress],
  ] as const
  await assertNotThrottled(app, subjects)
  // Counted before the slow comparison, so that parallel guesses cannot all pass the check above.
  for (const [subject, max] of subjects) {
    const count = await app.store.countSignInFailure(subject, app.store.nowMs(), failureWindowMs)
    if (count > max) throw new SignInError('too_many_attempts')
  }
  const person = await app.store.people.findByEmail(toEmail(email))
  if (!(await isPassword(password, person?.password_hash ?? null)) || !person) {
    throw new SignInError('wrong_credentials')
  }
  for (const [subject] of subjects) await app.store.people.forgetFailures(subject)
  return person.id
}

/** A one-time link; null makes the first admin (D9, D11). The token is in the fragment, which no server logs. */
export async function makeSignInLink(app: App, personId: string | null): Promise<string> {
  const token = newToken()
  const nowMs = app.store.nowMs()
  await app.store.people.addLink({
    sha256: sha256(token),
    personId,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + linkLifeMs,
  })
  return `${app.config.publicUrl}/sign-in/link#${token}`
}

export interface LinkDescription {
  kind: 'first_admin' | 'person'
  email: string | null
  name: string | null
  has_password: boolean
}

/** What a link is for, without using it up. @throws SignInError link_invalid */
export async function describeSignInLink(app: App, token: string): Promise<LinkDescription> {
  const link = await app.store.people.findOpenLink(sha256(token), app.store.nowMs())
  if (!link) throw new SignInError('link_invalid')
  if (link.person_id === null) {
    if (await app.store.hasAdmin()) throw new SignInError('link_invalid')
    return { kind: 'first_admin', email: null, name: null, has_password: false }
  }
  const person = await app.store.people.find(link.person_id)
  if (!person) throw new SignInError('link_invalid')
  return { kind: 'person', email: person.email, name: person.name, has_password: person.password_hash !== null }
}

const Profile = z.object({
  email: Email.optional(),
  name: oneLine(1, 200).optional(),
  password: Password.optional(),
})

/**
 * Signs in by a one-time link, which is spent; sets name and password where given, and makes the first admin.
 * @returns the person's id
 * @throws SignInError link_invalid; invalid_request when a field is unfit, and then the link stays good
 */
export async function acceptSignInLink(app: App, token: string, input: Record<string, unknown>): Promise<string> {
  const profile = parseWith(Profile, input)
  const described = await describeSignInLink(app, token)
  if (described.kind === 'first_admin') {
    for (const field of ['email', 'name', 'password'] as const) {
      if (profile[field] === undefined) {
        throw new InteractionError('invalid_request', `${field}: is required.`, { param: field })
      }
    }
  }
  const passwordHash = profile.password === undefined ? null : await hashPassword(profile.password)
  const spent = await app.store.spendSignInLink(sha256(token), app.store.nowMs())
  if (!spent) throw new SignInError('link_invalid')
  if (spent.personId !== null) {
    await app.store.people.setNameAndPassword(spent.personId, {
      ...(profile.name !== undefined && { name: profile.name }),
      ...(passwordHash !== null && { password_hash: passwordHash }),
    })
    return spent.personId
  }
  const admin: NewPerson = {
    id: newId('per'),
    email: toEmail(profile.email ?? ''),
    name: profile.name ?? '',
    role: 'admin',
    userIds: [],
    passwordHash,
    createdAtMs: app.store.nowMs(),
  }
  const id = await app.store.saveFirstAdmin(
    admin,
    auditEntry(systemContext(app), 'person.created', { person: admin.id, role: 'admin' }),
  )
  if (id === null) throw new SignInError('link_invalid')
  return id
}

export interface PersonRequest {
  email: string
  name?: string | undefined
  role: Role
  userIds: string[]
}

/**
 * Adds a person, or gives a known one the role and further user ids (D11).
 * @returns the person's id
 * @throws invalid_request
 */
export async function savePerson(ctx: Ctx, request: PersonRequest): Promise<string> {
  const email = parseWith(z.object({ email: Email }), { email: toEmail(request.email) }).email
  const id = newId('per')
  return ctx.app.store.savePerson(
    {
      id,
      email,
      name: request.name ?? email.slice(0, email.indexOf('@')),
      role: request.role,
      userIds: request.userIds,
      passwordHash: null,
      createdAtMs: ctx.app.store.nowMs(),
    },
    auditEntry(ctx, 'person.saved', { email, role: request.role, user_ids: request.userIds }),
  )
}

export interface OidcProfile {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  userIds: string[]
}

/**
 * The person behind an account at the identity provider: known by issuer and subject; else by a verified e-mail that
 * an admin has added; else new, with the user ids that the configured claim names (K27). A claim that names user ids
 * is applied at every sign-in.
 * @returns the person's id
 */
export async function personOfOidc(app: App, profile: OidcProfile): Promise<string> {
  const { store } = app
  const known = await store.people.findIdentity(profile.issuer, profile.subject)
  // An admin took this person's access away; the provider does not give it back.
  if (known && !(await store.people.find(known.person_id))) throw new SignInError('wrong_credentials')
  const byId = known && (await store.people.find(known.person_id))
  const verified = profile.email !== null && profile.emailVerified ? toEmail(profile.email) : null
  const person = byId ?? (verified === null ? null : await store.people.findByEmail(verified))
  if (!person && verified !== null && (await store.people.isRemoved(verified)))
    throw new SignInError('wrong_credentials')
  const email =
    person?.email ?? verified ?? `${sha256(`${profile.issuer} ${profile.subject}`).slice(0, 24)}@oidc.invalid`
  const id = await savePerson(systemContext(app), {
    email,
    name: profile.name ?? undefined,
    role: (person?.role as Role | undefined) ?? 'user',
    userIds: profile.userIds,
  })
  if (!known) await store.people.addIdentity(profile.issuer, profile.subject, id, store.nowMs())
  return id
}
