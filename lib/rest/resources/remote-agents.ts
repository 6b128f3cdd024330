import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { ids, openedAt } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import {
  changeRemoteAgent,
  createRemoteAgent,
  deleteRemoteAgent,
  listRemoteAgents,
  RemoteAgentBody,
  RemoteAgentChange,
} from '@/lib/services/remote-agents'

const RemoteAgent = z
  .strictObject({
    object: z.literal('remote_agent'),
    id: z.string(),
    name: z.string(),
    card_url: z.string(),
    url: z.string().meta({ description: 'The interface of its card that is called.' }),
    user_id: z.string().nullable().meta({ description: 'Whose items its interactions become.' }),
    status: z.enum(['active', 'paused']).meta({ description: 'While it is paused, nothing is asked of it.' }),
    last_seen_at: Time.nullable(),
    last_error: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'RemoteAgent' })

const agent = {
  object: 'remote_agent',
  id: 'rag_01m8pjajkte8j82qd927wxcg56',
  name: 'Coder',
  card_url: 'https://coder.example.com/.well-known/agent-card.json',
  url: 'https://coder.example.com/a2a/jsonrpc',
  user_id: ids.user,
  status: 'active',
  last_seen_at: null,
  last_error: null,
  created_at: openedAt,
}

/** A2A agents elsewhere whose open interactions are shown and answered here. */
export const remoteAgentOperations: Operation[] = [
  operation({
    id: 'createRemoteAgent',
    method: 'POST',
    path: '/v1/remote_agents',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createRemoteAgent(ctx, sent(body)),
    doc: {
      tag: 'Administration',
      summary: 'Add a remote A2A agent by its card',
      description: 'Its credential is kept encrypted and goes to the origin of the card alone.',
      body: RemoteAgentBody,
      replies: { 201: [RemoteAgent, 'The agent.'] },
      errors: [],
      examples: { coder: { body: { card_url: agent.card_url, user_id: ids.user }, reply: agent } },
    },
  }),
  operation({
    id: 'listRemoteAgents',
    method: 'GET',
    path: '/v1/remote_agents',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx) => listRemoteAgents(ctx),
    doc: {
      tag: 'Administration',
      summary: 'List remote agents',
      replies: { 200: [pageOf('RemoteAgentList', RemoteAgent), 'All of them.'] },
      errors: [],
      examples: { page: { reply: { data: [agent], next_cursor: null } } },
    },
  }),
  operation({
    id: 'changeRemoteAgent',
    method: 'PATCH',
    path: '/v1/remote_agents/{remote_agent_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { params, body }) => changeRemoteAgent(ctx, params.remote_agent_id ?? '', sent(body)),
    doc: {
      tag: 'Administration',
      summary: 'Pause a remote agent, or let it go on',
      description: 'What was answered here while it was paused is sent to it afterwards.',
      body: RemoteAgentChange,
      replies: { 200: [RemoteAgent, 'The agent.'] },
      errors: [],
      examples: { paused: { body: { paused: true }, reply: { ...agent, status: 'paused' } } },
    },
  }),
  operation({
    id: 'deleteRemoteAgent',
    method: 'DELETE',
    path: '/v1/remote_agents/{remote_agent_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteRemoteAgent(ctx, params.remote_agent_id ?? ''),
    doc: {
      tag: 'Administration',
      summary: 'Remove a remote agent',
      description: 'What it waits for is withdrawn here.',
      replies: { 200: [deleted('remote_agent'), 'It is gone.'] },
      errors: [],
      examples: { gone: { reply: { object: 'remote_agent', id: agent.id, deleted: true } } },
    },
  }),
]
