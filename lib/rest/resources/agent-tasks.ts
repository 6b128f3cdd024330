import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { Interaction } from '@/lib/interactions/interaction'
import { dayAfter, digest, ids, openedAt } from '@/lib/rest/examples'
import { mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import {
  getTask,
  listTasks,
  readTaskEvents,
  reportTask,
  TaskEventsQuery,
  TasksQuery,
  TaskUpdateBody,
} from '@/lib/services/agent-tasks'
import { RequestConnectionBody, requestConnection } from '@/lib/services/request-connection'

const states = ['submitted', 'working', 'completed', 'failed', 'canceled', 'rejected'] as const
const Part = z.record(z.string(), z.unknown()).meta({ description: 'Holds one of `text`, `data`, `url` and `raw`.' })

const TaskMessage = z
  .strictObject({ message_id: z.string(), role: z.enum(['user', 'agent']), parts: z.array(Part), created_at: Time })
  .meta({ id: 'TaskMessage' })

const TaskArtifact = z
  .strictObject({
    artifact_id: z.string(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    parts: z.array(Part),
    append: z.boolean().meta({ description: 'Whether the parts go to the end of what the id had before.' }),
    last_chunk: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'TaskArtifact' })

const AgentTask = z
  .strictObject({
    object: z.literal('task'),
    id: z.string(),
    user_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    context_id: z.string().meta({ description: 'Its context over A2A.' }),
    title: z.string().nullable(),
    external_id: z.string().nullable(),
    status: z.enum(['open', 'ended']),
    state: z.enum(states).meta({ description: 'submitted until an agent takes it up.' }),
    agent: z.string().nullable().meta({ description: 'Whose it is; null until an agent takes it up.' }),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'AgentTask' })

const WholeTask = AgentTask.extend({
  messages: z.array(TaskMessage),
  artifacts: z.array(TaskArtifact),
}).meta({ id: 'WholeTask' })

const Accepted = z
  .strictObject({
    object: z.literal('task'),
    id: z.string(),
    status: z.literal('open'),
    state: z.literal('working'),
  })
  .meta({ id: 'TaskAtWork' })

const TaskEvent = z
  .strictObject({
    object: z.literal('task.event'),
    id: z.string(),
    type: z.string().meta({ description: '`task.…` or `interaction.…`' }),
    timestamp: Time,
    message: TaskMessage.optional(),
    artifact: TaskArtifact.optional(),
    interaction: z.strictObject({ id: z.string(), status: z.string() }).optional(),
  })
  .meta({ id: 'TaskEvent' })

const task = {
  object: 'task',
  id: ids.task,
  user_id: ids.user,
  conversation_id: ids.conversation,
  context_id: 'ticket-4821',
  title: 'Ship the fix',
  external_id: null,
  status: 'open',
  state: 'submitted',
  agent: null,
  created_at: openedAt,
  ended_at: null,
}
const message = { message_id: 'm-1', role: 'user', parts: [{ text: 'Ship the fix' }], created_at: openedAt }

/** Tasks that came from outside over A2A, for the agents behind us. */
export const agentTaskOperations: Operation[] = [
  operation({
    id: 'listTasks',
    method: 'GET',
    path: '/v1/tasks',
    access: access.ask,
    target: 'none',
    query: TasksQuery,
    run: (ctx, { query }) => listTasks(ctx, query),
    doc: {
      tag: 'Asking',
      summary: 'List tasks, or wait for one',
      description:
        "The agent's own tasks and those that nobody has taken up, newest first. `?status=submitted&wait=30` waits for the next task that an A2A client opens.",
      replies: { 200: [pageOf('AgentTaskList', AgentTask), 'A page of tasks.'] },
      errors: ['invalid_cursor'],
      examples: { submitted: { query: { status: 'submitted' }, reply: { data: [task], next_cursor: null } } },
    },
  }),
  operation({
    id: 'getTask',
    method: 'GET',
    path: '/v1/tasks/{task_id}',
    access: access.ask,
    target: 'task',
    query: noQuery,
    run: (ctx, { target }) => getTask(ctx, target),
    doc: {
      tag: 'Asking',
      summary: 'Get a task with its messages and artifacts',
      replies: { 200: [WholeTask, 'The task.'] },
      examples: { task: { reply: { ...task, messages: [message], artifacts: [] } } },
    },
  }),
  operation({
    id: 'reportTask',
    method: 'POST',
    path: '/v1/tasks/{task_id}/updates',
    access: access.ask,
    target: 'task',
    query: noQuery,
    body: { limit: 2 * mebibyte },
    idempotent: true,
    run: (ctx, { target, body, request }) => reportTask(ctx, target, sent(body), request),
    doc: {
      tag: 'Asking',
      summary: 'Report on a task',
      description:
        'Says something, adds an artifact, or only that the work has begun. The first report takes the task up.',
      body: TaskUpdateBody,
      replies: { 200: [Accepted, 'The task, which is worked on.'] },
      errors: ['already_resolved'],
      examples: {
        message: {
          body: { message: 'Running the tests.' },
          reply: { object: 'task', id: ids.task, status: 'open', state: 'working' },
        },
      },
    },
  }),
  operation({
    id: 'listTaskEvents',
    method: 'GET',
    path: '/v1/tasks/{task_id}/events',
    access: access.ask,
    target: 'task',
    query: TaskEventsQuery,
    run: (ctx, { target, query, request }) => readTaskEvents(ctx, target, query, request),
    doc: {
      tag: 'Events',
      summary: "Read or follow one task's events",
      description: 'From its opening on. With `Accept: text/event-stream` it is a stream that stays open.',
      replies: { 200: [pageOf('TaskEventList', TaskEvent), 'A page of events; `next_cursor` goes into `after`.'] },
      streams: true,
      errors: ['invalid_cursor'],
      examples: {
        page: {
          reply: {
            data: [{ object: 'task.event', id: ids.event, type: 'task.submitted', timestamp: openedAt, message }],
            next_cursor: null,
          },
        },
      },
    },
  }),
  operation({
    id: 'requestConnection',
    method: 'POST',
    path: '/v1/request_connection',
    access: access.ask,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    idempotent: true,
    run: (ctx, { body, request }) => requestConnection(ctx, sent(body), request),
    doc: {
      tag: 'Asking',
      summary: 'Ask for an app to be connected, as the tool request_connection',
      description:
        'For agents whose manifest says `loop.connections: true`. `app` is cut at 80 characters and `reason` at 280. The result says `Connected: <app>` or `Not connected: <app>`.',
      body: RequestConnectionBody,
      replies: {
        201: [Interaction.extend({ digest: z.string() }), 'The item, which waits now.'],
        200: [Interaction.extend({ digest: z.string() }), 'The item that the same `external_id` opened earlier.'],
      },
      errors: ['external_id_conflict', 'too_many_pending'],
      examples: {
        github: {
          body: { app: 'github', reason: 'To open the pull request.', user_id: ids.user },
          reply: {
            object: 'interaction',
            id: ids.question,
            user_id: ids.user,
            task_id: ids.task,
            conversation_id: null,
            kind: 'composio_auth',
            type: 'connect',
            status: 'pending',
            summary: 'Connect github: To open the pull request.',
            moves_money: false,
            requires_present_user: false,
            details: { app: 'github', reason: 'To open the pull request.' },
            outcome: null,
            created_at: openedAt,
            expires_at: dayAfter,
            resolved_at: null,
            digest,
          },
        },
      },
    },
  }),
]
