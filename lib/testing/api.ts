import { encode } from 'next-auth/jwt'
import { readConfig } from '@/lib/config'
import { sessionCookieName } from '@/lib/http/session-cookie'
import type { Question } from '@/lib/interactions/facts'
import { handleRest } from '@/lib/rest/handle'
import { openApp } from '@/lib/services/app'
import { type App, systemContext } from '@/lib/services/context'
import { createKey } from '@/lib/services/keys'
import { makeLog } from '@/lib/services/log'
import { type SignInMethod, savePerson, startSession } from '@/lib/services/people'
import { createDatabase, type Dialect } from './database'
import { assertDocumented } from './documented'

export { dialects } from './database'

/** What every response body of the API can hold; a test knows which it asked for. */
export interface Body {
  object: string
  id: string
  type: string
  kind: string
  status: string
  user_id: string | null
  task_id: string | null
  conversation_id: string | null
  summary: string
  moves_money: boolean | null
  requires_present_user: boolean
  nonce?: string
  questions?: Question[]
  frame_url?: string
  browser?: { suggested_mode: string; url: string | null }
  details: Record<string, unknown> & { rows?: { label: string; value: string }[] }
  outcome: { decision: string; answers?: string[]; reason?: string; message?: string } | null
  created_at: string
  expires_at: string | null
  resolved_at: string | null
  context?: Record<string, unknown>
  digest: string
  data: Body[]
  next_cursor: string | null
  decision: string | null
  answers?: string[]
  answered_by?: { type: string; id: string }
  present_user: boolean | null
  match: boolean
  error: {
    type: string
    code: string
    message: string
    param?: string
    details?: Record<string, unknown>
    doc_url: string
    request_id: string
  }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** Who calls: the headers that carry the credential. */
export interface Caller {
  id: string
  headers: Record<string, string>
}

export interface Key extends Caller {
  secret: string
}

export interface Call {
  by?: Caller
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, as JSON unless a header says otherwise. */
  raw?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Api = Awaited<ReturnType<typeof startApi>>

export const origin = 'http://localhost:3000'

/** The whole API on a database of its own. `settings` are environment variables. */
export async function startApi(dialect: Dialect, settings: Record<string, string> = {}) {
  const database = await createDatabase(dialect)
  const config = readConfig({
    DATABASE_URL: database.url,
    PUBLIC_URL: origin,
    NEXTAUTH_SECRET: 'a secret of the tests, long enough',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  })
  const shutdown = new AbortController()
  const app = await openApp(config, shutdown.signal)
  const log: string[] = []
  app.log = makeLog('debug', { write: (line: string) => void log.push(line) })
  const makeKey = keyMaker(app)

  async function call(method: string, target: string, { by, body, raw, headers, signal }: Call = {}): Promise<Answer> {
    const content = body === undefined ? raw : JSON.stringify(body)
    const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
    const init = {
      method,
      headers: { ...type, ...by?.headers, ...headers },
      duplex: 'half',
      ...(content !== undefined && { body: content }),
      ...(signal && { signal }),
    }
    const response = await handleRest(app, new Request(`${origin}${target}`, init), { address: '127.0.0.1' })
    const text = await response.text()
    assertDocumented(method, target, { status: response.status, text })
    const isJson = response.headers.get('Content-Type') === 'application/json' && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
  }

  const [all, runtime, ask] = await Promise.all([
    makeKey('all'),
    makeKey('runtime'),
    makeKey('ask', { agent: 'Concierge' }),
  ])

  return {
    app,
    /** Keys of the test mode. */
    all,
    runtime,
    ask,
    /** Every line that the application has logged. */
    log,
    makeKey,
    makePerson: personMaker(app),
    /** The same person in another browser. */
    signInAgain: ({ id }: Caller): Promise<Caller> => signIn(app, id, 'password'),
    call,
    /** Opens an item or fails. */
    async open(asked: Record<string, unknown>, by: Caller = all): Promise<Body> {
      const created = await call('POST', '/v1/interactions', { by, body: asked })
      if (created.status !== 201) throw new Error(`not opened: ${created.status} ${created.text}`)
      return created.body
    },
    read: async (id: string, by: Caller = all) => (await call('GET', `/v1/interactions/${id}`, { by })).body,
    answer: (id: string, body: unknown, by: Caller = all, headers: Record<string, string> = {}) =>
      call('POST', `/v1/interactions/${id}/answer`, { by, body, headers }),
    cancel: (id: string, body?: unknown, by: Caller = all, headers: Record<string, string> = {}) =>
      call('POST', `/v1/interactions/${id}/cancel`, { by, body, headers }),
    result: (id: string, by: Caller = all) => call('GET', `/v1/interactions/${id}/result`, { by }),
    list: (query = '', by: Caller = all) => call('GET', `/v1/interactions${query}`, { by }),
    /** Past the application, with `?` for each parameter. */
    sql: database.sql,
    /** Puts the deadline of a pending item in the past; nobody has noticed yet. */
    async runOut(id: string): Promise<number> {
      const expiredAtMs = app.store.nowMs() - 1_000
      await database.sql('UPDATE interaction SET expires_at = ? WHERE id = ?', expiredAtMs, id)
      return expiredAtMs
    },
    /** The record of one item, oldest first, with its facts read. */
    async audit(id: string) {
      const rows = await database.sql('SELECT * FROM audit WHERE chain = ? ORDER BY seq', id)
      return rows.map((row) => ({
        action: String(row.action),
        actor: { type: String(row.actor_type), id: row.actor_id },
        channel: String(row.channel),
        requestId: row.request_id,
        facts: JSON.parse(String(row.facts_json)) as Record<string, unknown>,
      }))
    },
    async close() {
      shutdown.abort()
      await app.store.close()
      await database.drop()
    },
  }
}

function keyMaker(app: App) {
  return async (
    scope: 'ask' | 'runtime' | 'all',
    options: { mode?: 'test' | 'live'; agent?: string; name?: string; expiresAtMs?: number } = {},
  ): Promise<Key> => {
    const { mode = 'test', agent = null, name = `a key of scope ${scope}`, expiresAtMs = null } = options
    const {
      key: { id },
      secret,
    } = await createKey(systemContext(app), { name, scope, mode, agent, expiresAtMs })
    return { id, secret, headers: { Authorization: `Bearer ${secret}` } }
  }
}

function personMaker(app: App) {
  let made = 0
  return async (
    role: 'user' | 'admin',
    options: { userIds?: string[]; name?: string; method?: SignInMethod } = {},
  ): Promise<Caller & { name: string; sessionId: string }> => {
    const { userIds = [], name = `Person ${++made}`, method = 'password' } = options
    const email = `${app.store.nowMs()}.${++made}@example.com`
    const id = await savePerson(systemContext(app), { email, name, role, userIds })
    return { name, ...(await signIn(app, id, method)) }
  }
}

async function signIn(app: App, id: string, method: SignInMethod) {
  const sessionId = await startSession(app, id, method)
  const cookie = await encode({ token: { sid: sessionId }, secret: app.config.nextAuthSecret })
  const headers = {
    Cookie: `${sessionCookieName(app.config.publicUrl)}=${cookie}`,
    'Sec-Fetch-Site': 'same-origin',
  }
  return { id, sessionId, headers }
}
