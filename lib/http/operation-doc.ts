import type { z } from 'zod'
import type { ErrorCode } from '@/lib/interactions/errors'

export const tags = {
  Interactions: 'What the agents wait on, and the answers.',
  Asking: 'For agents: open an interaction, wait for its end, act on it.',
  Events: 'What happened, as pages or as a stream.',
  Sessions: "Tokens for one user's own page, and links that make a person that user.",
  Connections: 'Apps that users have connected.',
  Webhooks: 'Addresses to which events are sent.',
  Notices: 'How the signed-in person is told of what waits.',
  Administration: 'Keys, people and the record.',
} as const

/** A call that works as it stands, once what its path names is there. */
export interface Example {
  query?: Record<string, string>
  body?: unknown
  /** The success status it gets; the operation's first when absent. */
  status?: number
  /** What comes back. Ids, times and secrets differ from call to call. */
  reply?: unknown
}

/** What the API document says of an operation beyond the rules of its row. */
export interface OperationDoc {
  tag: keyof typeof tags
  summary: string
  description?: string
  /** The body as a caller sends it. */
  body?: z.ZodType
  /** What each success status answers, and when. */
  replies: Readonly<Record<number, readonly [body: z.ZodType, says: string]>>
  /** Whether it also answers as server-sent events. */
  streams?: true
  /** The verb's own refusals; those that follow from the row's rules are added to them. */
  errors?: readonly ErrorCode[]
  examples: Readonly<Record<string, Example>>
}
