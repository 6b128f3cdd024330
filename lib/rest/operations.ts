import { z } from 'zod'
import type { Operation, Targets } from '@/lib/http/endpoint'
import type { JsonObject } from '@/lib/interactions/json-text'
import { access } from '@/lib/services/access'
import { answerInteraction } from '@/lib/services/answer-interaction'
import { cancelInteraction, settleInteraction } from '@/lib/services/cancel-interaction'
import { EventsQuery, readEvents } from '@/lib/services/events'
import { openInteraction } from '@/lib/services/open-interaction'
import {
  GetQuery,
  getInteraction,
  ListQuery,
  listInteractions,
  ResultQuery,
  readResult,
} from '@/lib/services/read-interactions'
import { createSession, deleteSession } from '@/lib/services/sessions'
import { createConversation, createTask, endTask } from '@/lib/services/tasks'
import { verifyArguments } from '@/lib/services/verify-arguments'

const mebibyte = 1024 * 1024
const noQuery = z.strictObject({})

function operation<T extends keyof Targets, Q extends z.ZodObject>(row: Operation<T, Q>): Operation {
  return row as unknown as Operation
}

/** A row with a required body is never run without one. */
function sent(body: JsonObject | null): JsonObject {
  if (!body) throw new Error('the body rule let a missing body through')
  return body
}

/** The contract as a table: every call of the REST API, its credentials, its rules and its verb. */
export const operations: readonly Operation[] = [
  operation({
    id: 'listInteractions',
    method: 'GET',
    path: '/v1/interactions',
    access: access.list,
    target: 'none',
    query: ListQuery,
    run: (ctx, { query }) => listInteractions(ctx, query),
  }),
  operation({
    id: 'openInteraction',
    method: 'POST',
    path: '/v1/interactions',
    access: access.ask,
    target: 'none',
    query: noQuery,
    body: { limit: 2 * mebibyte },
    idempotent: true,
    run: (ctx, { body, request }) => openInteraction(ctx, sent(body), request),
  }),
  operation({
    id: 'getInteraction',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}',
    access: access.get,
    target: 'interaction',
    query: GetQuery,
    cors: true,
    run: (ctx, { target, query }) => getInteraction(ctx, target, query),
  }),
  operation({
    id: 'answerInteraction',
    method: 'POST',
    path: '/v1/interactions/{interaction_id}/answer',
    access: access.answer,
    target: 'interaction',
    query: noQuery,
    body: { limit: mebibyte, exempt: ['output'] },
    cors: true,
    idempotent: true,
    run: (ctx, { target, body, request }) => answerInteraction(ctx, target, sent(body), request),
  }),
  operation({
    id: 'cancelInteraction',
    method: 'POST',
    path: '/v1/interactions/{interaction_id}/cancel',
    access: access.cancel,
    target: 'interaction',
    query: noQuery,
    body: { limit: mebibyte, optional: true },
    idempotent: true,
    run: (ctx, { target, body, request }) => cancelInteraction(ctx, target, body, request),
  }),
  operation({
    id: 'settleInteraction',
    method: 'POST',
    path: '/v1/interactions/{interaction_id}/settle',
    access: access.ask,
    target: 'interaction',
    query: noQuery,
    idempotent: true,
    run: (ctx, { target, request }) => settleInteraction(ctx, target, request),
  }),
  operation({
    id: 'getResult',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/result',
    access: access.ask,
    target: 'interaction',
    query: ResultQuery,
    run: (ctx, { target, query }) => readResult(ctx, target, query),
  }),
  operation({
    id: 'verifyArguments',
    method: 'POST',
    path: '/v1/interactions/{interaction_id}/verify',
    access: access.ask,
    target: 'interaction',
    query: noQuery,
    body: { limit: 2 * mebibyte },
    run: (ctx, { target, body }) => verifyArguments(ctx, target, sent(body)),
  }),
  operation({
    id: 'listInteractionEvents',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/events',
    access: access.itemEvents,
    target: 'interaction',
    query: EventsQuery,
    cors: true,
    run: (ctx, { target, query, request }) => readEvents(ctx, target, query, request),
  }),
  operation({
    id: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    access: access.events,
    target: 'none',
    query: EventsQuery,
    run: (ctx, { query, request }) => readEvents(ctx, null, query, request),
  }),
  operation({
    id: 'createSession',
    method: 'POST',
    path: '/v1/sessions',
    access: access.sessions,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createSession(ctx, sent(body)),
  }),
  operation({
    id: 'deleteSession',
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    access: access.sessions,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteSession(ctx, params.session_id ?? ''),
  }),
  operation({
    id: 'createConversation',
    method: 'POST',
    path: '/v1/conversations',
    access: access.ask,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    idempotent: true,
    run: (ctx, { body, request }) => createConversation(ctx, sent(body), request),
  }),
  operation({
    id: 'createTask',
    method: 'POST',
    path: '/v1/tasks',
    access: access.ask,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    idempotent: true,
    run: (ctx, { body, request }) => createTask(ctx, sent(body), request),
  }),
  operation({
    id: 'endTask',
    method: 'POST',
    path: '/v1/tasks/{task_id}/end',
    access: access.ask,
    target: 'task',
    query: noQuery,
    body: { limit: mebibyte, optional: true },
    idempotent: true,
    run: (ctx, { target, request }) => endTask(ctx, target, request),
  }),
]
