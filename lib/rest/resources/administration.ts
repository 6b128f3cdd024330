import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { dayAfter, ids, openedAt, ourAddress } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import {
  AuditQuery,
  changePerson,
  createApiKey,
  createPerson,
  createPersonLink,
  deleteApiKey,
  deletePerson,
  KeyBody,
  listApiKeys,
  listAudit,
  listPeople,
  PageQuery,
  PersonBody,
  PersonChange,
  verifyInteractionAudit,
} from '@/lib/services/administration'

const ApiKey = z
  .strictObject({
    object: z.literal('api_key'),
    id: z.string(),
    name: z.string(),
    scope: z.enum(['ask', 'runtime', 'all']).meta({
      description: 'ask: opens, waits, withdraws. runtime: reads and answers. all: both, and administers.',
    }),
    agent: z.string().nullable().meta({ description: 'The agent name that people see.' }),
    mode: z.enum(['test', 'live']),
    last4: z.string(),
    created_at: Time,
    expires_at: Time.nullable(),
    revoked_at: Time.nullable(),
    last_used_at: Time.nullable(),
  })
  .meta({ id: 'ApiKey' })

const NewApiKey = ApiKey.extend({
  key: z.string().meta({ description: 'The secret, shown this once.' }),
}).meta({ id: 'ApiKeyWithSecret' })

const Person = z
  .strictObject({
    object: z.literal('person'),
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    user_ids: z.array(z.string()).meta({ description: 'The users whose items this person answers.' }),
    created_at: Time,
  })
  .meta({ id: 'Person' })

const OneTimeLink = z.string().meta({ description: 'Signs the person in, once, within a day. Shown this once.' })
const NewPerson = Person.extend({ sign_in_link: OneTimeLink }).meta({ id: 'PersonWithLink' })

const SignInLink = z
  .strictObject({ object: z.literal('sign_in_link'), person_id: z.string(), sign_in_link: OneTimeLink })
  .meta({ id: 'SignInLink' })

const AuditEntry = z
  .strictObject({
    object: z.literal('audit_entry'),
    chain: z.string().meta({ description: 'The interaction it is about, or `deployment`.' }),
    seq: z.int().min(1).meta({ description: 'Its place in the chain.' }),
    at: Time,
    action: z.string(),
    actor: z.strictObject({
      type: z.string(),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'What it is called now; not part of the hash.' }),
    }),
    channel: z.enum(['rest', 'sdk', 'cli', 'mcp', 'a2a', 'inbox', 'slack', 'system']),
    request_id: z.string().nullable(),
    facts: z.record(z.string(), z.unknown()),
    hash: z.string().meta({ description: 'SHA-256 over this row and the hash of the row before it.' }),
  })
  .meta({ id: 'AuditEntry' })

const AuditVerification = z
  .strictObject({
    object: z.literal('audit_verification'),
    chain: z.string(),
    verified: z
      .boolean()
      .meta({ description: 'Whether no row was changed, removed, swapped or added, and the item is what they say.' }),
    rows: z.int().min(0).meta({ description: 'How many rows were good.' }),
    fault: z
      .strictObject({ seq: z.int().min(1), fault: z.string() })
      .nullable()
      .meta({ description: 'The first row that is not as it was written.' }),
  })
  .meta({ id: 'AuditVerification' })

const AuditList = pageOf('AuditList', AuditEntry)

const key = {
  object: 'api_key',
  id: ids.key,
  name: 'booking agent',
  scope: 'ask',
  agent: 'Concierge',
  mode: 'test',
  last4: '9v1r',
  created_at: openedAt,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
}

const person = {
  object: 'person',
  id: ids.person,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  user_ids: [ids.user],
  created_at: openedAt,
}
const signInLink = `${ourAddress}/sign-in/link#…`

const opened = {
  object: 'audit_entry',
  chain: ids.payment,
  seq: 1,
  at: openedAt,
  action: 'interaction.opened',
  actor: { type: 'key', id: ids.key, name: key.name },
  channel: 'rest',
  request_id: ids.request,
  facts: {
    address: '127.0.0.1',
    kind: 'tool_permission',
    user_id: ids.user,
    digest: '6b1f0c6e8e9d4fb2a1c3d5e7f90a1b2c3d4e5f60718293a4b5c6d7e8f9012345',
    mode: 'test',
  },
  hash: '0d9f8e7c6b5a49382716f5e4d3c2b1a00f1e2d3c4b5a69788796a5b4c3d2e1f0',
}

/** Keys, people and the record (K35, K37). */
export const administrationOperations: Operation[] = [
  operation({
    id: 'createApiKey',
    method: 'POST',
    path: '/v1/keys',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createApiKey(ctx, sent(body)),
    doc: {
      tag: 'Administration',
      summary: 'Make an API key',
      description: "It has the caller's mode, test or live.",
      body: KeyBody,
      replies: { 201: [NewApiKey, 'The key, with its secret.'] },
      examples: {
        agent: {
          body: { name: key.name, scope: key.scope, agent: key.agent },
          reply: { ...key, key: 'vk_test_…' },
        },
      },
    },
  }),
  operation({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/keys',
    access: access.administration,
    target: 'none',
    query: PageQuery,
    run: (ctx, { query }) => listApiKeys(ctx, query),
    doc: {
      tag: 'Administration',
      summary: 'List API keys',
      description: "Those of the caller's mode, newest first, revoked ones included.",
      replies: { 200: [pageOf('ApiKeyList', ApiKey), 'A page of keys.'] },
      examples: { first: { query: { limit: '1' }, reply: { data: [key], next_cursor: '…' } } },
    },
  }),
  operation({
    id: 'deleteApiKey',
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteApiKey(ctx, params.key_id ?? ''),
    doc: {
      tag: 'Administration',
      summary: 'Revoke an API key',
      description: 'It is refused at once.',
      replies: { 200: [ApiKey, 'The key, revoked.'] },
      examples: { revoked: { reply: { ...key, revoked_at: dayAfter } } },
    },
  }),
  operation({
    id: 'createPerson',
    method: 'POST',
    path: '/v1/people',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createPerson(ctx, sent(body)),
    doc: {
      tag: 'Administration',
      summary: 'Add a person',
      description: 'A known e-mail gets the role and further user ids.',
      body: PersonBody,
      replies: { 201: [NewPerson, 'The person, with a one-time sign-in link.'] },
      examples: {
        person: {
          body: { email: person.email, name: person.name, user_ids: person.user_ids },
          reply: { ...person, sign_in_link: signInLink },
        },
      },
    },
  }),
  operation({
    id: 'listPeople',
    method: 'GET',
    path: '/v1/people',
    access: access.administration,
    target: 'none',
    query: PageQuery,
    run: (ctx, { query }) => listPeople(ctx, query),
    doc: {
      tag: 'Administration',
      summary: 'List people',
      replies: { 200: [pageOf('PersonList', Person), 'A page of people, newest first.'] },
      examples: { all: { reply: { data: [person], next_cursor: null } } },
    },
  }),
  operation({
    id: 'changePerson',
    method: 'PATCH',
    path: '/v1/people/{person_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { params, body }) => changePerson(ctx, params.person_id ?? '', sent(body)),
    doc: {
      tag: 'Administration',
      summary: 'Change a person',
      description: '`user_ids` is the whole list. The last admin stays one.',
      body: PersonChange,
      replies: { 200: [Person, 'The person.'] },
      examples: { promoted: { body: { role: 'admin' }, reply: { ...person, role: 'admin' } } },
    },
  }),
  operation({
    id: 'deletePerson',
    method: 'DELETE',
    path: '/v1/people/{person_id}',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deletePerson(ctx, params.person_id ?? ''),
    doc: {
      tag: 'Administration',
      summary: "Take a person's access away",
      description: 'Their sign-ins end at once.',
      replies: { 200: [deleted('person'), 'They have no access any more.'] },
      examples: { gone: { reply: { object: 'person', id: ids.person, deleted: true } } },
    },
  }),
  operation({
    id: 'createPersonLink',
    method: 'POST',
    path: '/v1/people/{person_id}/link',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => createPersonLink(ctx, params.person_id ?? ''),
    doc: {
      tag: 'Administration',
      summary: 'Make a new sign-in link for a person',
      replies: { 201: [SignInLink, 'The link.'] },
      examples: {
        link: { reply: { object: 'sign_in_link', person_id: ids.person, sign_in_link: signInLink } },
      },
    },
  }),
  operation({
    id: 'listInteractionAudit',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/audit',
    access: access.administration,
    target: 'interaction',
    query: PageQuery,
    run: (ctx, { target, query }) => listAudit(ctx, target, query),
    doc: {
      tag: 'Administration',
      summary: "Read an interaction's record",
      description: 'Who did what, when, and through which door; newest first.',
      replies: { 200: [AuditList, 'A page of the record.'] },
      examples: { opened: { reply: { data: [opened], next_cursor: null } } },
    },
  }),
  operation({
    id: 'verifyInteractionAudit',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/audit/verification',
    access: access.administration,
    target: 'interaction',
    query: noQuery,
    run: (ctx, { target }) => verifyInteractionAudit(ctx, target),
    doc: {
      tag: 'Administration',
      summary: "Check an interaction's record",
      description: 'Recomputes the hash chain.',
      replies: { 200: [AuditVerification, 'What was found.'] },
      examples: {
        good: {
          reply: { object: 'audit_verification', chain: ids.payment, verified: true, rows: 1, fault: null },
        },
      },
    },
  }),
  operation({
    id: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    access: access.administration,
    target: 'none',
    query: AuditQuery,
    run: (ctx, { query }) => listAudit(ctx, null, query),
    doc: {
      tag: 'Administration',
      summary: 'Read the record',
      replies: { 200: [AuditList, 'A page of the record, newest first.'] },
      examples: {
        opened: { query: { action: 'interaction.opened' }, reply: { data: [opened], next_cursor: null } },
      },
    },
  }),
]
