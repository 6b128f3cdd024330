import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { AnyAnswer } from '@/lib/interactions/answer'
import { Interaction } from '@/lib/interactions/interaction'
import { types } from '@/lib/interactions/kinds/define'
import { answeredAt, ids, payment } from '@/lib/rest/examples'
import { mebibyte, noQuery, operation, pageOf, sent } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { answerInteraction } from '@/lib/services/answer-interaction'
import { CancelBody, cancelInteraction } from '@/lib/services/cancel-interaction'
import { GetQuery, getInteraction, ListQuery, listInteractions } from '@/lib/services/read-interactions'

const Answered = z
  .strictObject({
    id: z.string().meta({ description: 'What was answered.' }),
    object: z.literal('interaction'),
    type: z.enum(types),
    status: z.enum(['resolved', 'completed', 'failed']).meta({
      description:
        'resolved: the agent has the answer and carries on. For a call to a client tool: completed with its output, or failed with its error.',
    }),
  })
  .meta({ id: 'Answered' })

/** What an answering side does: see what waits, read one, answer it, withdraw it (S1). */
export const interactionOperations: Operation[] = [
  operation({
    id: 'listInteractions',
    method: 'GET',
    path: '/v1/interactions',
    access: access.list,
    target: 'none',
    query: ListQuery,
    run: (ctx, { query }) => listInteractions(ctx, query),
    doc: {
      tag: 'Interactions',
      summary: 'List what agents wait on',
      description:
        'Approvals, questions, apps to connect, hand-offs and calls to client tools (type `tool_call`), newest first, across all users. Filters combine. With `agent`, `moves_money` or `q` one call looks through at most 5,000 items: a page may then hold fewer than `limit`, or none, and still have a `next_cursor`. A signed-in person sees the items of their own users, an admin all.',
      replies: { 200: [pageOf('InteractionList', Interaction), 'A page of items, without `frame_url`.'] },
      examples: { pending: { query: { user_id: ids.user }, reply: { data: [payment], next_cursor: null } } },
    },
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
    doc: {
      tag: 'Interactions',
      summary: 'Read one interaction',
      description:
        'With `wait`, the answer comes as soon as the item ends, or with the pending item when the time is over.',
      replies: { 200: [Interaction, 'The item; a hand-off has its snapshot in `frame_url`.'] },
      examples: { approval: { reply: payment } },
    },
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
    overridable: true,
    run: (ctx, { target, body, request }) => answerInteraction(ctx, target, sent(body), request),
    doc: {
      tag: 'Interactions',
      summary: 'Answer an interaction',
      description:
        'The body is exactly one of seven shapes. An approval takes `approve`; a connection only `approve: false`; a question `answers`, or `approve: false` to skip it; a hand-off `done`, `could_not` or `not_now`, or `answers` when it asks for a value; a call to a client tool `output` or `error`. The yes to an item with `requires_present_user` must carry `present_user: true`.',
      body: AnyAnswer,
      replies: { 200: [Answered, 'It is settled. A second answer is a 409.'] },
      errors: [
        'answer_mismatch',
        'invalid_answers',
        'present_user_required',
        'nonce_required',
        'nonce_mismatch',
        'not_their_item',
        'already_resolved',
        'already_cancelled',
        'expired',
      ],
      examples: {
        approve: {
          body: { approve: true, present_user: true },
          reply: { id: ids.payment, object: 'interaction', type: 'approval', status: 'resolved' },
        },
        deny: {
          body: { approve: false, message: 'Too expensive; look for a room under $400.' },
          reply: { id: ids.payment, object: 'interaction', type: 'approval', status: 'resolved' },
        },
        answers: {
          body: { answers: ['The 09:15 flight'] },
          reply: { id: ids.question, object: 'interaction', type: 'question', status: 'resolved' },
        },
        done: {
          body: { done: true },
          reply: { id: ids.question, object: 'interaction', type: 'handoff', status: 'resolved' },
        },
        output: {
          body: { output: { status: 'confirmed', pnr: '100042' } },
          reply: { id: ids.toolCall, object: 'interaction', type: 'tool_call', status: 'completed' },
        },
        error: {
          body: { error: 'The airline did not answer.' },
          reply: { id: ids.toolCall, object: 'interaction', type: 'tool_call', status: 'failed' },
        },
      },
    },
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
    doc: {
      tag: 'Interactions',
      summary: 'Withdraw an interaction',
      description:
        'The task carries on without that action. Without a reason it is `Withdrawn by the company.`, or `Withdrawn by the agent.` from a key of scope `ask`. To withdraw it again changes nothing.',
      body: CancelBody,
      replies: { 200: [Interaction, 'The item, cancelled.'] },
      errors: ['already_resolved', 'expired', 'read_only'],
      examples: {
        reason: {
          body: { reason: 'The trip was called off.' },
          reply: {
            ...payment,
            status: 'cancelled',
            outcome: { decision: 'cancelled', reason: 'The trip was called off.' },
            resolved_at: answeredAt,
          },
        },
      },
    },
  }),
]
