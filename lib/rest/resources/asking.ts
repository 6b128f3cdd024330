import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { askSchema } from '@/lib/interactions/ask'
import { Interaction } from '@/lib/interactions/interaction'
import { forms, kindSpec } from '@/lib/interactions/kinds'
import { types } from '@/lib/interactions/kinds/define'
import { decisions, statuses } from '@/lib/interactions/status'
import { askNameOf } from '@/lib/rest/ask-name'
import { answeredAt, dayAfter, digest, exampleAsk, ids, openedAt, payment } from '@/lib/rest/examples'
import { mebibyte, noQuery, operation, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { settleInteraction } from '@/lib/services/cancel-interaction'
import { openInteraction } from '@/lib/services/open-interaction'
import { ResultQuery, readResult } from '@/lib/services/read-interactions'
import { ConversationBody, createConversation, createTask, EndTaskBody, endTask, TaskBody } from '@/lib/services/tasks'
import { verifyArguments } from '@/lib/services/verify-arguments'

/** Every way to ask, each with the kind and type that choose it. */
const Ask = z
  .union(
    forms.map(({ kind, type, form }) => {
      const spec = kindSpec(kind)
      const isChosenByType = form.isNamedByType === true
      const literals = {
        kind: isChosenByType ? z.literal(kind).optional() : z.literal(kind),
        type: type === spec.defaultType ? z.literal(type).optional() : z.literal(type),
      }
      return askSchema(form)
        .extend(literals)
        .meta({ id: askNameOf({ kind, type }) })
    }),
  )
  .meta({ id: 'Ask' })

const Digest = z.string().meta({ description: 'SHA-256 of all that is shown, lower-case hex.' })

const Opened = Interaction.extend({ digest: Digest }).meta({ id: 'OpenedInteraction' })

const Result = z
  .strictObject({
    object: z.literal('interaction.result'),
    id: z.string(),
    type: z.enum(types),
    status: z.enum(statuses).meta({ description: 'pending when the wait ran out.' }),
    decision: z
      .enum(decisions)
      .nullable()
      .meta({ description: 'Anything but approved and answered must stop the action; null while it is pending.' }),
    answers: z.array(z.string()).optional().meta({ description: "One for each question; a hand-off's only here." }),
    handoff: z.enum(['done', 'could_not', 'not_now']).optional(),
    output: z
      .unknown()
      .optional()
      .meta({ description: 'What the client tool returned, byte for byte as it was sent.' }),
    error: z.string().optional().meta({ description: 'Why the client tool failed.' }),
    reason: z.string().optional(),
    message: z.string().optional().meta({ description: 'The note that was sent with a no.' }),
    text: z
      .string()
      .optional()
      .meta({ description: 'Of a connection, what to tell the model: `Connected: <app>` or `Not connected: <app>`.' }),
    present_user: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the yes was vouched for by a present person; null when there was no yes.' }),
    answered_by: z
      .strictObject({ type: z.string(), id: z.string() })
      .optional()
      .meta({ description: 'There when somebody answered or withdrew it.' }),
    resolved_at: Time.nullable(),
    digest: Digest,
  })
  .meta({ id: 'InteractionResult' })

const Verification = z
  .strictObject({
    object: z.literal('interaction.verification'),
    id: z.string(),
    match: z.boolean().meta({ description: 'Whether these arguments are those that were shown.' }),
    status: z.enum(statuses),
    decision: z.enum(decisions).nullable(),
  })
  .meta({ id: 'InteractionVerification' })

const Conversation = z
  .strictObject({
    object: z.literal('conversation'),
    id: z.string(),
    user_id: z.string().nullable(),
    external_id: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'Conversation' })

const Task = z
  .strictObject({
    object: z.literal('task'),
    id: z.string(),
    user_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    title: z.string().nullable(),
    external_id: z.string().nullable(),
    status: z.enum(['open', 'ended']),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Task' })

const task = {
  object: 'task',
  id: ids.task,
  user_id: ids.user,
  conversation_id: null,
  title: 'Book the trip to the lake',
  external_id: null,
  status: 'open',
  created_at: openedAt,
  ended_at: null,
}

const asks = Object.fromEntries(
  forms.map(({ kind, type, form }) => [
    Object.keys(kindSpec(kind).forms).length === 1 ? kind : `${kind}_${type}`,
    { body: form.example },
  ]),
)

/** What an asking side does: open, wait for the end, and act on what was decided (contract section 6). */
export const askingOperations: Operation[] = [
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
    doc: {
      tag: 'Asking',
      summary: 'Ask: open an interaction',
      description:
        'The fields follow from `kind`, and from `type` where a kind has more than one. An item never changes after it is opened: to change one, withdraw it and ask anew. `external_id` makes a repeat safe for ever, `Idempotency-Key` for a day.',
      body: Ask,
      replies: {
        201: [Opened, 'The item, which waits now.'],
        200: [Opened, 'The item that the same `external_id` opened earlier.'],
      },
      errors: ['external_id_conflict', 'too_many_pending'],
      examples: {
        ...asks,
        tool_permission: { body: exampleAsk('tool_permission', 'approval'), reply: { ...payment, digest } },
      },
    },
  }),
  operation({
    id: 'getResult',
    method: 'GET',
    path: '/v1/interactions/{interaction_id}/result',
    access: access.ask,
    target: 'interaction',
    query: ResultQuery,
    run: (ctx, { target, query }) => readResult(ctx, target, query),
    doc: {
      tag: 'Asking',
      summary: 'Wait for the result',
      description:
        'What was decided, with the parts that only the asker may read. Kept for 30 days; the answers to a hand-off for ten minutes after they were first read.',
      replies: { 200: [Result, 'How it ended, or that it is pending still.'] },
      examples: {
        approved: {
          query: { wait: '30' },
          reply: {
            object: 'interaction.result',
            id: ids.payment,
            type: 'approval',
            status: 'resolved',
            decision: 'approved',
            present_user: true,
            answered_by: { type: 'key', id: ids.key },
            resolved_at: answeredAt,
            digest,
          },
        },
      },
    },
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
    doc: {
      tag: 'Asking',
      summary: 'Verify arguments before acting',
      description:
        'Proves that what is about to be done is what was approved: compares with the `arguments` of the ask.',
      body: z.strictObject({ arguments: z.unknown().meta({ description: 'As they are about to be used.' }) }),
      replies: { 200: [Verification, 'Whether they match, and how the item stands.'] },
      examples: {
        match: {
          body: { arguments: { pnr: '100042' } },
          reply: {
            object: 'interaction.verification',
            id: ids.toolCall,
            match: true,
            status: 'pending',
            decision: null,
          },
        },
      },
    },
  }),
  operation({
    id: 'settleInteraction',
    method: 'POST',
    path: '/v1/interactions/{interaction_id}/settle',
    access: access.ask,
    target: 'interaction',
    query: noQuery,
    body: { limit: mebibyte, optional: true },
    idempotent: true,
    run: (ctx, { target, body, request }) => settleInteraction(ctx, target, body, request),
    doc: {
      tag: 'Asking',
      summary: 'Settle a plan limit',
      description: 'Ends a `plan_limit` when there is room again. Nobody but its asker can.',
      replies: { 200: [Interaction, 'The item, resolved.'] },
      errors: ['answer_mismatch', 'already_resolved', 'already_cancelled', 'expired', 'read_only'],
      examples: {
        settled: {
          reply: {
            ...payment,
            id: ids.planLimit,
            kind: 'plan_limit',
            status: 'resolved',
            summary: 'the Team plan is used up for this month',
            moves_money: false,
            requires_present_user: false,
            details: { plan_name: 'Team', limit: 500, used: 500 },
            outcome: { decision: 'approved' },
            expires_at: null,
            resolved_at: dayAfter,
          },
        },
      },
    },
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
    doc: {
      tag: 'Asking',
      summary: 'Open a conversation',
      body: ConversationBody,
      replies: {
        201: [Conversation, 'The conversation.'],
        200: [Conversation, 'The one that the same `external_id` opened earlier.'],
      },
      errors: ['external_id_conflict'],
      examples: {
        conversation: {
          body: { user_id: ids.user, external_id: 'chat-7' },
          reply: {
            object: 'conversation',
            id: ids.conversation,
            user_id: ids.user,
            external_id: 'chat-7',
            created_at: openedAt,
          },
        },
      },
    },
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
    doc: {
      tag: 'Asking',
      summary: 'Open a task',
      description: 'An item that names no task gets one of its own.',
      body: TaskBody,
      replies: {
        201: [Task, 'The task.'],
        200: [Task, 'The one that the same `external_id` opened earlier.'],
      },
      errors: ['external_id_conflict'],
      examples: { task: { body: { user_id: ids.user, title: task.title }, reply: task } },
    },
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
    run: (ctx, { target, body, request }) => endTask(ctx, target, body, request),
    doc: {
      tag: 'Asking',
      summary: 'End a task',
      description: 'Withdraws what still waits in it, with the reason `The task ended.`',
      body: EndTaskBody,
      replies: { 200: [Task, 'The task, ended.'] },
      examples: { ended: { reply: { ...task, status: 'ended', ended_at: answeredAt } } },
    },
  }),
]
