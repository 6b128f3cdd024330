import { InteractionError } from '@/lib/interactions/errors'
import type { Mode } from '@/lib/interactions/item'
import type { Actor, App } from '@/lib/services/context'
import { isWellFormedKey } from '@/lib/services/keys'
import { sha256 } from '@/lib/services/secrets'
import { readSessionCookie } from './session-cookie'

const touchEveryMs = 60_000
const lastTouch = new Map<string, number>()

/**
 * Who is calling, from the credential alone: an API key, a session's token, or a signed-in person's cookie when there is no
 * `Authorization` header (D1).
 * @throws unauthenticated, invalid_credentials, session_expired, origin_not_allowed
 */
export async function authenticate(app: App, request: Request): Promise<Actor> {
  const authorization = request.headers.get('Authorization')
  if (authorization !== null) {
    const [, secret] = authorization.match(/^Bearer +([^\s,]+)$/i) ?? []
    return secret?.startsWith('vst_') ? authenticateSession(app, secret) : authenticateKey(app, secret)
  }
  const sessionId = await readSessionCookie(app.config, request.headers.get('Cookie'))
  if (sessionId === null) {
    throw new InteractionError('unauthenticated', 'Send `Authorization: Bearer <key>`.')
  }
  const signedIn = await app.store.findSession(sessionId, app.store.nowMs())
  if (!signedIn) throw new InteractionError('session_expired', 'The sign-in has ended. Sign in again.')
  assertSameOrigin(app, request)
  return {
    type: 'person',
    id: signedIn.person.id,
    name: signedIn.person.name,
    role: signedIn.person.role,
    userIds: signedIn.person.userIds,
    method: signedIn.method,
    sessionId,
    mode: await modeOf(app, request),
  }
}

async function authenticateSession(app: App, token: string): Promise<Actor> {
  const session = await app.store.findSessionBySha256(sha256(token))
  if (!session) throw new InteractionError('invalid_credentials', 'The token is unknown.')
  if (session.endedAtMs !== null || session.expiresAtMs <= app.store.nowMs()) {
    throw new InteractionError('session_expired', 'The session has ended. Open a new one.')
  }
  return {
    type: 'session',
    id: session.id,
    name: session.userId,
    userId: session.userId,
    interactions: session.interactions,
    allow: session.allow,
    allowedOrigins: session.allowedOrigins,
    mode: session.mode,
  }
}

async function authenticateKey(app: App, secret: string | undefined): Promise<Actor> {
  const key = secret !== undefined && isWellFormedKey(secret) ? await app.store.findKeyBySha256(sha256(secret)) : null
  const nowMs = app.store.nowMs()
  if (!key || key.revokedAtMs !== null || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)) {
    throw new InteractionError('invalid_credentials', 'The key is unknown, revoked or expired.')
  }
  if (nowMs - (lastTouch.get(key.id) ?? 0) > touchEveryMs) {
    lastTouch.set(key.id, nowMs)
    void app.store.touchKey(key.id, nowMs).catch((error) => app.log.warn({ err: error }, 'last use not recorded'))
  }
  return { type: 'key', id: key.id, name: key.name, scope: key.scope, agent: key.agent, mode: key.mode }
}

/** A cookie counts only for our own pages (D1, C25, S21). */
function assertSameOrigin(app: App, request: Request) {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isOwnOrigin = origin !== null && isOurs(app, request, origin)
  const isAllowed =
    origin !== null && !isOwnOrigin
      ? false
      : site === 'same-origin' || (site === null && isOwnOrigin) || (isRead && (site === 'none' || site === null))
  if (!isAllowed) {
    throw new InteractionError('origin_not_allowed', "A signed-in person's requests must come from our own pages.")
  }
}

function isOurs(app: App, request: Request, origin: string): boolean {
  if (origin === new URL(app.config.publicUrl).origin) return true
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === request.headers.get('Host') && protocol === new URL(app.config.publicUrl).protocol
}

async function modeOf(app: App, request: Request): Promise<Mode> {
  const asked = request.headers.get('Vestra-Mode')
  if (asked === 'live' || asked === 'test') return asked
  if (asked !== null) {
    throw new InteractionError('invalid_request', 'Vestra-Mode: must be live or test.', { param: 'Vestra-Mode' })
  }
  return (await app.store.hasKey('live', app.store.nowMs())) ? 'live' : 'test'
}
