import { z } from 'zod'
import { Caution } from './cautions/caution'
import { Question } from './facts'
import { kindNames } from './kinds'
import { types } from './kinds/define'
import { decisions, statuses } from './status'

export const Outcome = z
  .strictObject({
    decision: z.enum(decisions).meta({ description: 'How it ended.' }),
    answers: z
      .array(z.string())
      .optional()
      .meta({ description: 'For an answered question: one answer each, in order.' }),
    reason: z.string().optional().meta({ description: 'Why it was denied or withdrawn, when that was recorded.' }),
    message: z.string().optional().meta({ description: 'For a denial: the note that was sent with the no.' }),
  })
  .meta({ id: 'Outcome' })
export type Outcome = z.infer<typeof Outcome>

/** What only the inbox and other trusted readers ask for with `?include=context` (decisions D19.2). */
export const Context = z
  .strictObject({
    agent: z.string().meta({ description: 'The name of the agent that asks.' }),
    key_label: z.string().nullable().meta({ description: 'The name of the API key it asked with.' }),
    mode: z.enum(['test', 'live']),
    digest: z.string().meta({ description: 'SHA-256 of all that is shown.' }),
    answered_by: z.strictObject({ type: z.string(), name: z.string() }).nullable(),
    method: z.string().nullable().meta({ description: 'How whoever answered was known.' }),
    override: z
      .strictObject({ reason: z.string().nullable().meta({ description: 'As it was given; null when none was.' }) })
      .nullable()
      .meta({ description: 'There when an admin answered for the user whom it was for.' }),
    picked_up_at: z.iso.datetime().nullable().meta({ description: 'When the agent first read how it ended.' }),
    cautions: z
      .array(Caution)
      .optional()
      .meta({ description: 'On a single read: what to look at twice before answering, by fixed rules.' }),
    domains: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'On a single read: the registered part of each host that is shown.' }),
  })
  .meta({ id: 'Context' })

/** The public object, the same from store to screen (S1, R27-R56). Closed: it has no other keys. */
export const Interaction = z
  .strictObject({
    object: z.literal('interaction'),
    id: z.string().meta({ description: '`int_…`, or `call_…` for a call to a client tool.' }),
    user_id: z
      .string()
      .nullable()
      .meta({ description: "The integrator's id for the user; null for the company itself." }),
    task_id: z.string().nullable().meta({ description: 'The task that asks; null for some tool calls.' }),
    conversation_id: z.string().nullable().meta({ description: 'Its conversation; null when its task has none.' }),
    kind: z.enum(kindNames).meta({ description: 'What exactly the agent waits on.' }),
    type: z.enum(types).meta({ description: 'What kind of answer it takes.' }),
    status: z.enum(statuses).meta({ description: 'Whether it waits, was answered, withdrawn, or ran out.' }),
    summary: z.string().meta({ description: 'What the agent wants, in a phrase.' }),
    moves_money: z
      .boolean()
      .nullable()
      .meta({ description: "Whether a yes spends money; null for one of the company's own tools." }),
    requires_present_user: z.boolean().meta({
      description: 'Whether a yes needs `present_user: true`: that the person who saw it said yes.',
    }),
    nonce: z.string().optional().meta({ description: 'For a `hands_approval` that waits: send it back with the yes.' }),
    questions: z.array(Question).optional().meta({ description: 'For a question or a hand-off: what is asked.' }),
    frame_url: z.string().optional().meta({
      description: 'For a hand-off, on a single read only: the page the agent was on, as a JPEG data URI.',
    }),
    browser: z
      .strictObject({ suggested_mode: z.literal('control'), url: z.string().nullable() })
      .optional()
      .meta({ description: 'For a hand-off in the browser.' }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'A few named facts for its kind, safe to show. Never the raw request.' }),
    outcome: Outcome.nullable().meta({ description: 'How it ended; null while it waits.' }),
    created_at: z.iso.datetime().meta({ description: 'When the agent asked.' }),
    expires_at: z.iso.datetime().nullable().meta({ description: 'When it runs out; null when it never does.' }),
    resolved_at: z.iso.datetime().nullable().meta({ description: 'When it ended; null while it waits.' }),
    context: Context.optional().meta({ description: 'Only with `?include=context`.' }),
  })
  .meta({ id: 'Interaction' })
export type Interaction = z.infer<typeof Interaction>

export type { Kind } from './kinds'
export type { Type } from './kinds/define'
