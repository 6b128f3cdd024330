import { type List, listPages, type Page } from './list'
import { type Call, type ReadOptions, send, type Transport, type WriteOptions } from './request'
import type {
  ApiKey,
  Connection,
  ConnectionBody,
  Conversation,
  ConversationBody,
  KeyBody,
  Person,
  PersonBody,
  PersonChange,
  Session,
  SessionBody,
  Task,
  TaskBody,
  UserLink,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointBody,
} from './types'

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
    /** Where events are sent. */
    webhooks: {
      /** The secret is in `secret`, this once. */
      create: (body: WebhookEndpointBody, options?: ReadOptions) =>
        once<WebhookEndpoint & { secret: string }>('/v1/webhook_endpoints', body, options),
      list: (filters?: PageFilters, options?: ReadOptions) =>
        list<WebhookEndpoint>('/v1/webhook_endpoints', { ...filters }, options),
      get: (id: string, options: ReadOptions = {}) =>
        send<WebhookEndpoint>(transport, { method: 'GET', path: `/v1/webhook_endpoints/${part(id)}`, ...options }),
      remove: (id: string, options?: ReadOptions) => remove(`/v1/webhook_endpoints/${part(id)}`, options),
      /** A new secret beside the old one, which goes on signing for a while. */
      rotate: (id: string, options?: ReadOptions) =>
        once<WebhookEndpoint & { secret: string }>(`/v1/webhook_endpoints/${part(id)}/rotate`, undefined, options),
      enable: (id: string, options?: ReadOptions) =>
        once<WebhookEndpoint>(`/v1/webhook_endpoints/${part(id)}/enable`, undefined, options),
      deliveries: (id: string, filters?: PageFilters & { status?: WebhookDelivery['status'] }, options?: ReadOptions) =>
        list<WebhookDelivery>(`/v1/webhook_endpoints/${part(id)}/deliveries`, { ...filters }, options),
      resend: (deliveryId: string, options?: ReadOptions) =>
        once<WebhookDelivery>(`/v1/webhook_deliveries/${part(deliveryId)}/resend`, undefined, options),
    },
    users: {
      /** A one-time link: whoever opens it, signed in, becomes the person of this user. */
      link: (userId: string, options?: ReadOptions) =>
        once<UserLink>(`/v1/users/${part(userId)}/links`, undefined, options),
    },
  }
}
