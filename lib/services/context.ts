import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { typeid } from 'typeid-js'
import type { Config } from '@/lib/config'
import type { Type } from '@/lib/interactions/interaction'
import type { Mode } from '@/lib/interactions/item'
import type { AuditEntry, Channel } from '@/lib/store/audit'
import type { Scope } from '@/lib/store/keys'
import type { Role, SignInMethod } from '@/lib/store/people'
import type { Store } from '@/lib/store/store'
import type { Connector } from './connectors/connector'
import type { Metrics } from './metrics'
import type { RateLimit } from './rate-limit'
import type { Secrets } from './secrets'
import type { WakeUps } from './wake-ups'

export type { Channel }

/** Who is calling, decided once at the edge from the credential alone (S08). */
export type Actor =
  | { type: 'key'; id: string; name: string; scope: Scope; agent: string | null; mode: Mode }
  | {
      type: 'person'
      id: string
      name: string
      role: Role
      userIds: string[]
      method: SignInMethod | 'slack'
      /** Of a browser; or the Slack account, for what is said there. */
      sessionId: string
      mode: Mode
    }
  | {
      type: 'session'
      id: string
      name: string
      userId: string
      interactions: readonly string[] | null
      allow: readonly Type[] | null
      allowedOrigins: readonly string[] | null
      mode: Mode
    }
  | { type: 'system'; id: 'system'; name: 'system'; mode: Mode }

/** What lives as long as the process. */
export interface App {
  config: Config
  store: Store
  secrets: Secrets
  wakeUps: WakeUps
  rateLimit: RateLimit
  /** How people connect apps here, by the app's slug. */
  connectors: ReadonlyMap<string, Connector>
  log: Logger
  /** Where the operator wants them. */
  metrics: Metrics | null
  /** Aborted when the server is told to end: long polls and streams let go. */
  shutdown: AbortSignal
  /** Tells this process from the others on the same store. */
  instance: string
}

/** One call: who, through which door, and the clock. Every verb takes one. */
export interface Ctx {
  app: App
  actor: Actor
  channel: Channel
  requestId: string
  address: string | null
  /** Aborted when the caller goes away. */
  signal: AbortSignal
  /** Rejects once the credential no longer counts; long waits and streams ask now and then. */
  assertStillValid: () => Promise<void>
}

export type IdPrefix =
  | 'int'
  | 'call'
  | 'conv'
  | 'task'
  | 'evt'
  | 'key'
  | 'req'
  | 'per'
  | 'psn'
  | 'ses'
  | 'cnx'
  | 'whe'
  | 'whd'
  | 'msg'
  | 'pnc'
  | 'agt'
  | 'art'
  | 'rag'
  | 'ntc'
  | 'psb'

/** A new id: prefix and 26 base32 characters of a UUIDv7, so that ids sort by time (C33). */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString()
}

/** 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whose tasks and results an actor may touch: the agent name, or the key for one without (D18.3). */
export function askerOf(actor: Actor): string {
  return actor.type === 'key' && actor.agent !== null ? `agent:${actor.agent}` : `${actor.type}:${actor.id}`
}

/** A line of the record about this call. */
export function auditEntry(ctx: Ctx, action: string, facts: Record<string, unknown> = {}): AuditEntry {
  const { actor } = ctx
  return {
    atMs: ctx.app.store.nowMs(),
    action,
    actor: { type: actor.type, id: actor.id },
    channel: ctx.channel,
    requestId: ctx.requestId,
    facts: {
      ...(ctx.address !== null && { address: ctx.address }),
      ...(actor.type === 'person' && { session: actor.sessionId, method: actor.method }),
      ...facts,
    },
  }
}

/** The server acting on its own. */
export function systemContext(app: App, mode: Mode = 'live'): Ctx {
  return {
    app,
    actor: { type: 'system', id: 'system', name: 'system', mode },
    channel: 'system',
    requestId: newId('req'),
    address: null,
    signal: app.shutdown,
    assertStillValid: async () => {},
  }
}
