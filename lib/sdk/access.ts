import { type List, listPages, type Page } from './list'
import { type Call, type ReadOptions, send, type Transport, type WriteOptions } from './request'
import type {
  ConnectionBody,
  ConversationBody,
  KeyBody,
  PersonBody,
  PersonChange,
  SessionBody,
  TaskBody,
} from './types'

export interface Session {
  object: 'session'
  id: string
  /** Shown once: give it to the user's own page. */
  token: string
  user_id: string
  screen: { url: string; mode: 'view' | 'control'; expires_at: string } | null
  expires_at: string
  created_at: string
}

export interface Connection {
  object: 'connection'
  id: string
  user_id: string
  app: string
  status: 'pending' | 'active'
  connect_url: string | null
  expires_at: string | null
  created_at: string
}

export interface Conversation {
  object: 'conversation'
  id: string
  user_id: string | null
  external_id: string | null
  created_at: string
}

export interface Task {
  object: 'task'
  id: string
  user_id: string | null
  conversation_id: string | null
  title: string | null
  external_id: string | null
  status: 'open' | 'ended'
  created_at: string
  ended_at: string | null
}

export interface ApiKey {
  object: 'api_key'
  id: string
  name: string
  scope: 'ask' | 'runtime' | 'all'
  agent: string | null
  mode: 'test' | 'live'
  last4: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export interface Person {
  object: 'person'
  id: string
  email: string
  name: string | null
  role: 'user' | 'admin'
  user_ids: string[]
  created_at: string
}

export interface UserLink {
  object: 'user_link'
  user_id: string
  url: string
  expires_at: string
  created_at: string
}

export interface Deleted {
  object: string
  id: string
  deleted: true
}

export interface PageFilters {
  limit?: number | undefined
  cursor?: string | undefined
}

const part = encodeURIComponent

/** Everything besides asking and answering, one short method for each call. */
export function createAccess(transport: Transport) {
  const post = <T>(path: string, body?: unknown, options: WriteOptions = {}) =>
    send<T>(transport, { method: 'POST', path, ...(body !== undefined && { body }), ...options })
  const once = <T>(path: string, body?: unknown, options: ReadOptions = {}) =>
    send<T>(transport, { method: 'POST', path, ...(body !== undefined && { body }), isOncePerTry: true, ...options })
  const remove = <T = Deleted>(path: string, options: ReadOptions = {}) =>
    send<T>(transport, { method: 'DELETE', path, ...options })
  const list = <T>(path: string, query: Call['query'] & PageFilters = {}, options: ReadOptions = {}): List<T> =>
    listPages(query.cursor, (cursor) =>
      send<Page<T>>(transport, { method: 'GET', path, query: { ...query, cursor }, ...options }),
    )

  return {
    /** Tokens for one user's own page. */
    sessions: {
      create: (body: SessionBody, options?: ReadOptions) => once<Session>('/v1/sessions', body, options),
      end: (id: string, options?: ReadOptions) => remove(`/v1/sessions/${part(id)}`, options),
    },
    connections: {
      create: (body: ConnectionBody, options?: ReadOptions) => once<Connection>('/v1/connections', body, options),
      list: (filters?: PageFilters & { user_id?: string; app?: string }, options?: ReadOptions) =>
        list<Connection>('/v1/connections', { ...filters }, options),
      get: (id: string, options: ReadOptions = {}) =>
        send<Connection>(transport, { method: 'GET', path: `/v1/connections/${part(id)}`, ...options }),
      remove: (id: string, options?: ReadOptions) => remove(`/v1/connections/${part(id)}`, options),
    },
    conversations: {
      create: (body: ConversationBody = {}, options?: WriteOptions) =>
        post<Conversation>('/v1/conversations', body, options),
    },
    tasks: {
      create: (body: TaskBody = {}, options?: WriteOptions) => post<Task>('/v1/tasks', body, options),
      /** Withdraws what still waits in it. */
      end: (id: string, options?: WriteOptions) => post<Task>(`/v1/tasks/${part(id)}/end`, undefined, options),
    },
    keys: {
      /** The secret is in `key`, this once. */
      create: (body: KeyBody, options?: ReadOptions) => once<ApiKey & { key: string }>('/v1/keys', body, options),
      list: (filters?: PageFilters, options?: ReadOptions) => list<ApiKey>('/v1/keys', { ...filters }, options),
      revoke: (id: string, options?: ReadOptions) => remove<ApiKey>(`/v1/keys/${part(id)}`, options),
    },
    people: {
      create: (body: PersonBody, options?: ReadOptions) =>
        once<Person & { sign_in_link: string }>('/v1/people', body, options),
      list: (filters?: PageFilters, options?: ReadOptions) => list<Person>('/v1/people', { ...filters }, options),
      change: (id: string, body: PersonChange, options: ReadOptions = {}) =>
        send<Person>(transport, { method: 'PATCH', path: `/v1/people/${part(id)}`, body, ...options }),
      remove: (id: string, options?: ReadOptions) => remove(`/v1/people/${part(id)}`, options),
    },
    users: {
      /** A one-time link: whoever opens it, signed in, becomes the person of this user. */
      link: (userId: string, options?: ReadOptions) =>
        once<UserLink>(`/v1/users/${part(userId)}/links`, undefined, options),
    },
  }
}
