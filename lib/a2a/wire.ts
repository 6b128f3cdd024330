import { z } from 'zod'

/** A2A 1.0 on the wire (ProtoJSON). Unknown fields are ignored, as A2A asks; null and "" are absent fields. */

const Metadata = z.record(z.string(), z.unknown())
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
const Id = z
  .string()
  .max(512)
  .nullish()
  .transform((value) => value || undefined)
  .optional()

const contents = ['text', 'raw', 'url', 'data'] as const

export const Part = z
  .looseObject({
    text: z.string().optional(),
    raw: z.base64().optional(),
    url: z.string().optional(),
    data: z.unknown().optional(),
    mediaType: optional(z.string()),
    filename: optional(z.string()),
    metadata: optional(Metadata),
  })
  .superRefine((part, ctx) => {
    const given = contents.filter((name) => Object.hasOwn(part, name) && (name === 'data' || part[name] !== undefined))
    if (given.length !== 1) ctx.addIssue({ code: 'custom', message: `must hold exactly one of ${contents.join(', ')}` })
  })
  .transform((part) => {
    const kept = ['text', 'raw', 'url', 'data', 'mediaType', 'filename', 'metadata'] as const
    return Object.fromEntries(
      kept
        .filter((name) => part[name] !== undefined || (name === 'data' && 'data' in part))
        .map((name) => [name, part[name]]),
    ) as {
      text?: string
      raw?: string
      url?: string
      data?: unknown
      mediaType?: string
      filename?: string
      metadata?: Record<string, unknown>
    }
  })
export type Part = z.output<typeof Part>

export const Message = z.object({
  messageId: z.string().min(1, { error: 'must not be empty' }).max(512),
  role: z.literal('ROLE_USER', { error: 'must be ROLE_USER' }),
  parts: z.array(Part).min(1, { error: 'must hold at least one part' }),
  contextId: Id,
  taskId: Id,
  extensions: optional(z.array(z.string())),
  referenceTaskIds: optional(z.array(z.string())),
  metadata: optional(Metadata),
})
export type Message = z.output<typeof Message>

const PushAuthentication = z.object({ scheme: z.string().min(1).max(100), credentials: optional(z.string().max(4096)) })

const pushFields = {
  id: Id,
  url: z.string().min(1).max(2048),
  token: optional(z.string().max(4096)),
  authentication: optional(PushAuthentication),
}

const HistoryLength = optional(z.int().min(0))
const tenant = Id

export const SendParams = z.object({
  tenant,
  message: Message,
  configuration: optional(
    z.object({
      acceptedOutputModes: optional(z.array(z.string())),
      taskPushNotificationConfig: optional(z.object(pushFields)),
      historyLength: HistoryLength,
      returnImmediately: optional(z.boolean()),
    }),
  ),
  metadata: optional(Metadata),
})
export type SendParams = z.output<typeof SendParams>

const TaskId = z.string().min(1, { error: 'must not be empty' }).max(512)

const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const
export type TaskStateName = (typeof taskStates)[number]

export const GetParams = z.object({ tenant, id: TaskId, historyLength: HistoryLength })
export const IdParams = z.object({ tenant, id: TaskId })
export const ListParams = z.object({
  tenant,
  contextId: Id,
  status: optional(z.enum([...taskStates, 'TASK_STATE_UNSPECIFIED'])),
  pageSize: optional(z.int().min(1).max(100)),
  pageToken: optional(z.string()),
  historyLength: HistoryLength,
  statusTimestampAfter: optional(z.iso.datetime({ offset: true })),
  includeArtifacts: optional(z.boolean()),
})
export const CreatePushParams = z.object({ tenant, taskId: TaskId, ...pushFields })
export const PushParams = z.object({ tenant, taskId: TaskId, id: TaskId })
export const ListPushParams = z.object({
  tenant,
  taskId: TaskId,
  pageSize: optional(z.int().min(0).max(100)),
  pageToken: optional(z.string()),
})
export const NoParams = z.object({ tenant })

/** What the server says. */
export interface AgentMessage {
  messageId: string
  role: 'ROLE_AGENT' | 'ROLE_USER'
  parts: unknown[]
  taskId?: string
  contextId?: string
  extensions?: string[]
  metadata?: Record<string, unknown>
}

export interface TaskStatus {
  state: TaskStateName
  message?: AgentMessage
  timestamp: string
}

export interface Artifact {
  artifactId: string
  name?: string
  description?: string
  parts: unknown[]
  metadata?: Record<string, unknown>
  extensions?: string[]
}

export interface Task {
  id: string
  contextId: string
  status: TaskStatus
  artifacts?: Artifact[]
  history?: AgentMessage[]
}

export interface PushConfigView {
  id: string
  taskId: string
  url: string
  token?: string
  authentication?: { scheme: string; credentials?: string }
}

export type StreamEvent =
  | { task: Task }
  | { statusUpdate: { taskId: string; contextId: string; status: TaskStatus } }
  | {
      artifactUpdate: {
        taskId: string
        contextId: string
        artifact: Artifact
        append?: boolean
        lastChunk?: boolean
      }
    }
