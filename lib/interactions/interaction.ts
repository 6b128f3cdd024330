import { z } from 'zod'
import { Question } from './facts'
import { kindNames } from './kinds'
import { types } from './kinds/define'
import { decisions, statuses } from './status'

export const Outcome = z.strictObject({
  decision: z.enum(decisions).meta({ description: 'How it ended.' }),
  answers: z.array(z.string()).optional().meta({ description: 'For an answered question: one answer each, in order.' }),
  reason: z.string().optional().meta({ description: 'Why it was denied or withdrawn, when that was recorded.' }),
  message: z.string().optional().meta({ description: 'For a denial: the note that was sent with the no.' }),
})
export type Outcome = z.infer<typeof Outcome>

/** What only the inbox and other trusted readers ask for with `?include=context` (decisions D19.2). */
export const Context = z.strictObject({
  agent: z.string(),
  key_label: z.string().nullable(),
  mode: z.enum(['test', 'live']),
  digest: z.string(),
  answered_by: z.strictObject({ type: z.string(), name: z.string() }).nullable(),
  method: z.string().nullable(),
})

/** The public object, the same from store to screen (S1, R27-R56). Closed: it has no other keys. */
export const Interaction = z
  .strictObject({
    object: z.literal('interaction'),
    id: z.string().meta({ description: '`int_…`, or `call_…` for a call to a client tool.' }),
    user_id: z
      .string()
      .nullable()
      .meta({ description: "The integrator's id for the user; null for the company itself." }),
    task_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    kind: z.enum(kindNames),
    type: z.enum(types),
    status: z.enum(statuses),
    summary: z.string().meta({ description: 'What the agent wants, in a phrase.' }),
    moves_money: z.boolean().nullable(),
    requires_present_user: z.boolean(),
    nonce: z.string().optional(),
    questions: z.array(Question).optional(),
    frame_url: z.string().optional(),
    browser: z.strictObject({ suggested_mode: z.literal('control'), url: z.string().nullable() }).optional(),
    details: z.record(z.string(), z.unknown()),
    outcome: Outcome.nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    resolved_at: z.iso.datetime().nullable(),
    context: Context.optional().meta({ description: 'Only with `?include=context`.' }),
  })
  .meta({ id: 'Interaction' })
export type Interaction = z.infer<typeof Interaction>

export type { Kind } from './kinds'
export type { Type } from './kinds/define'
