import { z } from 'zod'
import { InteractionError } from './errors'
import type { Question } from './facts'
import { parseWith } from './invalid'
import { type Kind, kindNames, kindSpec } from './kinds'
import { type Form, type Type, types } from './kinds/define'
import { maskText } from './mask'
import { idOf, Moment, oneLine, UserId } from './text'
import { typeSpec } from './types'

/** What every ask may carry, whatever its kind (K3). */
const commonFields = {
  kind: z.enum(kindNames).optional(),
  type: z.enum(types).optional(),
  user_id: UserId.nullable()
    .default(null)
    .meta({ description: "The integrator's id for the user it is for; null for the company itself." }),
  conversation_id: idOf('conv').nullable().optional().meta({ description: 'A conversation of the same user.' }),
  task_id: idOf('task')
    .nullable()
    .optional()
    .meta({ description: 'The task that asks; without one the item gets its own.' }),
  summary: oneLine(1, 200).meta({ description: 'What is wanted, in a phrase to show.' }),
  expires_in: z
    .number()
    .int()
    .min(10)
    .max(2_592_000)
    .nullable()
    .optional()
    .meta({ description: 'Seconds until it runs out; null is never. Without it a day, for a tool call ten minutes.' }),
  expires_at: Moment.optional().meta({ description: 'When it runs out, instead of `expires_in`.' }),
  external_id: oneLine(1, 200)
    .optional()
    .meta({ description: 'Your id for this ask, such as that of the tool call: the same again gives the same item.' }),
  metadata: z
    .record(oneLine(1, 80), z.string().max(4096))
    .refine((pairs) => Object.keys(pairs).length <= 16, { error: 'must hold at most 16 pairs' })
    .optional()
    .meta({ description: 'Notes of your own, never shown.' }),
  requires_present_user: z
    .boolean()
    .optional()
    .meta({ description: 'Raises what the server demands for a yes; it never lowers it.' }),
}

const maxDetailsBytes = 16 * 1024

/** An ask that was read and found good: everything that will be shown, before it has an id or a place. */
export interface Draft {
  kind: Kind
  type: Type
  userId: string | null
  conversationId: string | null
  taskId: string | null
  summary: string
  movesMoney: boolean | null
  requiresPresentUser: boolean
  details: Record<string, unknown>
  questions: Question[] | null
  browser: { suggested_mode: 'control'; url: string | null } | null
  liveUrl: string | null
  frame: string | null
  app: string | null
  needsNonce: boolean
  /** The reading of the clock from which `expiresAtMs` counts. */
  askedAtMs: number
  expiresAtMs: number | null
  externalId: string | null
  metadata: Record<string, string> | null
  hasArguments: boolean
}

const schemaOf = new Map<Form, z.ZodObject>()

/** The request schema of one form: common fields and its own, nothing else. */
export function askSchema(form: Form): z.ZodObject {
  let schema = schemaOf.get(form)
  if (!schema) {
    schema = z.strictObject({ ...commonFields, ...form.fields })
    schemaOf.set(form, schema)
  }
  return schema
}

const ChosenForm = z.looseObject({ kind: commonFields.kind, type: commonFields.type })

function chooseForm(body: unknown): { kind: Kind; type: Type; form: Form } {
  const { kind: named, type: namedType } = parseWith(ChosenForm, body)
  const kind = named ?? (namedType === 'tool_call' ? 'custom' : undefined)
  if (kind === undefined) {
    throw new InteractionError('invalid_request', `kind: is required, one of ${kindNames.join(', ')}.`, {
      param: 'kind',
    })
  }
  const spec = kindSpec(kind)
  const type = namedType ?? spec.defaultType
  const allowed = Object.keys(spec.forms).join(', ')
  if (type === undefined) {
    throw new InteractionError('invalid_request', `type: is required for ${kind}, one of ${allowed}.`, {
      param: 'type',
    })
  }
  const form = spec.forms[type]
  if (!form) {
    throw new InteractionError('invalid_request', `type: ${kind} takes ${allowed}, not ${type}.`, { param: 'type' })
  }
  return { kind, type, form }
}

/**
 * Reads the body of an ask by its kind and type (K3-K10, K38, K39).
 * @param nowMs the server's clock, from which `expires_in` counts
 * @throws invalid_request, invalid_text, unknown_parameter
 */
export function readAsk(body: unknown, nowMs: number): Draft {
  const { kind, type, form } = chooseForm(body)
  const input = parseWith(askSchema(form), body) as z.output<z.ZodObject<typeof commonFields>> & Record<string, unknown>
  const built = form.build(input)
  const requiresPresentUser = built.presentUser === true || input.requires_present_user === true
  if (requiresPresentUser && !typeSpec(type).takesYes) {
    throw new InteractionError('invalid_request', 'requires_present_user: only the yes to an approval can need it.', {
      param: 'requires_present_user',
    })
  }
  const isBoundedByFields = kindSpec(kind).detailsBoundedByFields === true
  if (!isBoundedByFields && new TextEncoder().encode(JSON.stringify(built.details)).length > maxDetailsBytes) {
    throw new InteractionError('invalid_request', 'details: what is to be shown must fit in 16 KiB of JSON.', {
      param: 'details',
    })
  }
  return {
    kind,
    type,
    userId: input.user_id,
    conversationId: input.conversation_id ?? null,
    taskId: input.task_id ?? null,
    summary: maskText(input.summary),
    movesMoney: built.movesMoney === undefined ? false : built.movesMoney,
    requiresPresentUser,
    details: maskTexts(built.details),
    questions: built.questions?.map(maskQuestion) ?? null,
    browser: built.browser ?? null,
    liveUrl: built.liveUrl ?? null,
    frame: built.frame ?? null,
    app: built.app ?? null,
    needsNonce: built.nonce === true,
    askedAtMs: nowMs,
    expiresAtMs: expiryOf(kind, type, input, nowMs),
    externalId: input.external_id ?? null,
    metadata: input.metadata ?? null,
    hasArguments: input.arguments !== undefined,
  }
}

/** The texts of details without secrets. Rows were masked when they were made, and the asker may show some (K7). */
function maskTexts(details: Record<string, unknown>): Record<string, unknown> {
  const mask = (value: unknown) => (typeof value === 'string' ? maskText(value) : value)
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      key !== 'rows' && Array.isArray(value) ? value.map(mask) : mask(value),
    ]),
  )
}

function maskQuestion(question: Question): Question {
  return {
    ...question,
    question: maskText(question.question),
    options: question.options.map((option) => ({ ...option, description: maskText(option.description) })),
  }
}

function expiryOf(
  kind: Kind,
  type: Type,
  input: { expires_in?: number | null | undefined; expires_at?: string | undefined },
  nowMs: number,
): number | null {
  if (input.expires_in !== undefined && input.expires_at !== undefined) {
    throw new InteractionError('invalid_request', 'expires_at: send `expires_in` or `expires_at`, not both.', {
      param: 'expires_at',
    })
  }
  if (input.expires_at !== undefined) {
    const atMs = Date.parse(input.expires_at)
    if (atMs > nowMs) return atMs
    throw new InteractionError('invalid_request', 'expires_at: must be in the future.', { param: 'expires_at' })
  }
  const byKind = kindSpec(kind).expiresInSeconds
  const byType = typeSpec(type).expiresInSeconds
  const seconds = input.expires_in !== undefined ? input.expires_in : byKind !== undefined ? byKind : byType
  return seconds === null ? null : nowMs + seconds * 1000
}
