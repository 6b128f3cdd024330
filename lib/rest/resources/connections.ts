import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { ids, openedAt, ourAddress } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import {
  ConnectAnswer,
  ConnectToken,
  completeConnection,
  describeConnection,
  listConnectors,
  readConnectionTokens,
  startConnection,
} from '@/lib/services/connect'
import {
  ConnectionBody,
  ConnectionsQuery,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
} from '@/lib/services/connections'

const Connection = z
  .strictObject({
    object: z.literal('connection'),
    id: z.string(),
    user_id: z.string(),
    app: z.string().meta({ description: "The app's short name, lower case." }),
    status: z.enum(['pending', 'active']),
    connect_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the user connects the app: good once and for ten minutes, shown at creation only.' }),
    expires_at: Time.nullable().meta({ description: 'Until when it can be made; null once it is active.' }),
    created_at: Time,
  })
  .meta({ id: 'Connection' })

const CompletedConnection = Connection.extend({
  settled: z.array(z.string()).meta({ description: 'The items that waited for it, approved now.' }),
  return_url: z.string().nullable(),
}).meta({ id: 'CompletedConnection' })

const ConnectionTokens = z
  .strictObject({
    object: z.literal('connection.tokens'),
    connection_id: z.string(),
    user_id: z.string(),
    app: z.string(),
    tokens: z.record(z.string(), z.unknown()).meta({ description: 'As the provider gave them.' }),
    obtained_at: Time,
    expires_at: Time.nullable().meta({ description: 'As the provider said it; null when it said nothing.' }),
  })
  .meta({ id: 'ConnectionTokens' })

const connectorFields = {
  name: z.string().meta({ description: 'The app as people know it.' }),
  scopes: z.array(z.string()).meta({ description: "What the connection may do, in the provider's words." }),
  authorize_host: z.string().meta({ description: 'Where the person will be sent.' }),
}
const Connector = z
  .strictObject({ object: z.literal('connector'), app: z.string(), ...connectorFields })
  .meta({ id: 'Connector' })

const ConnectionLink = z
  .strictObject({
    object: z.literal('connection.link'),
    connection_id: z.string(),
    user_id: z.string(),
    app: z.string(),
    connector: z
      .strictObject(connectorFields)
      .nullable()
      .meta({ description: 'null where the operator has set up no way to connect the app.' }),
    may_connect: z.boolean().meta({ description: 'Whether the signed-in person is linked to the user.' }),
    expires_at: Time,
  })
  .meta({ id: 'ConnectionLink' })

const ConnectionFlow = z
  .strictObject({
    object: z.literal('connection.flow'),
    connection_id: z.string(),
    authorize_url: z.string().meta({ description: "The provider's page to send the person to." }),
  })
  .meta({ id: 'ConnectionFlow' })

const calendar = {
  name: 'Google Calendar',
  scopes: ['calendar.events'],
  authorize_host: 'accounts.google.com',
}

const pending = {
  object: 'connection',
  id: ids.connection,
  user_id: ids.user,
  app: 'googlecalendar',
  status: 'pending',
  connect_url: null,
  expires_at: '2026-11-30T09:25:00.000Z',
  created_at: openedAt,
}

/** Apps that users connect, which settle the items that waited for them (K32, K33). */
export const connectionOperations: Operation[] = [
  operation({
    id: 'createConnection',
    method: 'POST',
    path: '/v1/connections',
    access: access.connections,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createConnection(ctx, sent(body)),
    doc: {
      tag: 'Connections',
      summary: 'Connect an app',
      description:
        'Send the user to `connect_url`. Once the connection is active, everything of this user that waits for the app is approved, and later asks are approved as they open. With an API key, `status: "active"` records a connection that you made yourself.',
      body: ConnectionBody,
      replies: { 201: [Connection, 'The connection.'] },
      errors: ['not_found'],
      examples: {
        begin: {
          body: { user_id: ids.user, app: 'googlecalendar' },
          reply: { ...pending, connect_url: `${ourAddress}/connect#…` },
        },
        made: {
          body: { user_id: ids.user, app: 'googlecalendar', status: 'active' },
          reply: { ...pending, status: 'active', expires_at: null },
        },
      },
    },
  }),
  operation({
    id: 'listConnections',
    method: 'GET',
    path: '/v1/connections',
    access: access.connections,
    target: 'none',
    query: ConnectionsQuery,
    run: (ctx, { query }) => listConnections(ctx, query),
    doc: {
      tag: 'Connections',
      summary: 'List connections',
      description: "Newest first. A session's token and a signed-in person see those of their own users.",
      replies: { 200: [pageOf('ConnectionList', Connection), 'A page of connections.'] },
      examples: { all: { reply: { data: [pending], next_cursor: null } } },
    },
  }),
  operation({
    id: 'listConnectors',
    method: 'GET',
    path: '/v1/connectors',
    access: access.connections,
    target: 'none',
    query: noQuery,
    run: (ctx) => listConnectors(ctx),
    doc: {
      tag: 'Connections',
      summary: 'List the apps that can be connected here',
      description: 'Those that the operator has set up.',
      replies: { 200: [pageOf('ConnectorList', Connector), 'All of them.'] },
      examples: {
        all: { reply: { data: [{ object: 'connector', app: 'googlecalendar', ...calendar }], next_cursor: null } },
      },
    },
  }),
  operation({
    id: 'describeConnection',
    method: 'POST',
    path: '/v1/connections/describe',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => describeConnection(ctx, sent(body)),
    doc: {
      tag: 'Connections',
      summary: 'Look at a connect link',
      description: 'The inbox does this for the signed-in person who opened the link. It is not spent.',
      body: ConnectToken,
      replies: { 200: [ConnectionLink, 'What the link is for.'] },
      errors: ['not_found', 'expired'],
      examples: {
        link: {
          body: { token: '…' },
          reply: {
            object: 'connection.link',
            connection_id: ids.connection,
            user_id: ids.user,
            app: 'googlecalendar',
            connector: calendar,
            may_connect: true,
            expires_at: pending.expires_at,
          },
        },
      },
    },
  }),
  operation({
    id: 'startConnection',
    method: 'POST',
    path: '/v1/connections/start',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => startConnection(ctx, sent(body)),
    doc: {
      tag: 'Connections',
      summary: 'Begin to connect an app',
      description: 'For the signed-in person of that user alone. A flow begun before is dead.',
      body: ConnectToken,
      replies: { 200: [ConnectionFlow, 'Where to send the person.'] },
      errors: ['not_found', 'expired', 'not_their_item'],
      examples: {
        begun: {
          body: { token: '…' },
          reply: {
            object: 'connection.flow',
            connection_id: ids.connection,
            authorize_url: 'https://accounts.google.com/authorize#…',
          },
        },
      },
    },
  }),
  operation({
    id: 'completeConnection',
    method: 'POST',
    path: '/v1/connections/complete',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => completeConnection(ctx, sent(body)),
    doc: {
      tag: 'Connections',
      summary: 'End the flow of a connection',
      description:
        'With what the provider sent the person back with: by that person, in that sign-in, once. What waited for the app is approved.',
      body: ConnectAnswer,
      replies: { 200: [CompletedConnection, 'The connection, active.'] },
      errors: ['not_found', 'expired', 'not_their_item'],
      examples: {
        connected: {
          body: { state: '…', code: '…' },
          reply: { ...pending, status: 'active', expires_at: null, settled: [ids.question], return_url: null },
        },
      },
    },
  }),
  operation({
    id: 'getConnection',
    method: 'GET',
    path: '/v1/connections/{connection_id}',
    access: access.connections,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => getConnection(ctx, params.connection_id ?? ''),
    doc: {
      tag: 'Connections',
      summary: 'Read one connection',
      replies: { 200: [Connection, 'The connection.'] },
      examples: { one: { reply: pending } },
    },
  }),
  operation({
    id: 'getConnectionTokens',
    method: 'GET',
    path: '/v1/connections/{connection_id}/tokens',
    access: access.connectionTokens,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => readConnectionTokens(ctx, params.connection_id ?? ''),
    doc: {
      tag: 'Connections',
      summary: "Read a connection's tokens",
      description: 'Each time is on the record. To renew them is up to you.',
      replies: { 200: [ConnectionTokens, 'The tokens of an active connection that was made here.'] },
      examples: {
        tokens: {
          reply: {
            object: 'connection.tokens',
            connection_id: ids.connection,
            user_id: ids.user,
            app: 'googlecalendar',
            tokens: { access_token: '…', token_type: 'bearer', expires_in: 3600 },
            obtained_at: openedAt,
            expires_at: '2026-11-30T10:15:00.000Z',
          },
        },
      },
    },
  }),
  operation({
    id: 'deleteConnection',
    method: 'DELETE',
    path: '/v1/connections/{connection_id}',
    access: access.connections,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteConnection(ctx, params.connection_id ?? ''),
    doc: {
      tag: 'Connections',
      summary: 'Take a connection away',
      description: 'Later asks for the app wait again.',
      replies: { 200: [deleted('connection'), 'It is gone.'] },
      examples: { gone: { reply: { object: 'connection', id: ids.connection, deleted: true } } },
    },
  }),
]
