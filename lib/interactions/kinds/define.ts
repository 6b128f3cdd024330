import type { z } from 'zod'
import type { Question } from '@/lib/interactions/facts'

export const types = ['approval', 'question', 'connect', 'handoff', 'tool_call'] as const
export type Type = (typeof types)[number]

/** What an item becomes once its own fields are read: the safe part that is shown, and the part that stays here. */
export interface Built {
  details: Record<string, unknown>
  questions?: Question[]
  browser?: { suggested_mode: 'control'; url: string | null }
  /** Whether a yes spends money; null where only the company knows (R39). */
  movesMoney?: boolean | null
  /** Whether the kind itself demands that the person who saw it said yes (A2). */
  presentUser?: boolean
  /** Whether a yes must send back a nonce (R41). */
  nonce?: boolean
  app?: string
  frame?: string
  liveUrl?: string
}

/** How a kind is asked for in one type: its own request fields, and what they become. */
export interface Form {
  fields: z.ZodRawShape
  /** The type alone says which form is meant; the kind may be left out (A1, D18.4). */
  isNamedByType?: true
  build(input: Record<string, unknown>): Built
  /** A request body that works as it stands: documentation, seeds and the contract suite use it. */
  example: Record<string, unknown>
}

export interface KindSpec {
  forms: Partial<Record<Type, Form>>
  /** The type when the asker names none; absent when one must be named. */
  defaultType?: Type
  /** Nobody answers or cancels it; the asker settles it (R35, A5). */
  readOnly?: true
  /** Seconds until it expires when the asker says nothing; null is never (K4). */
  expiresInSeconds?: number | null
  /** Its fields bound its details more widely than the common 16 KiB (K5, K6). */
  detailsBoundedByFields?: true
}

/** Keeps each form's own input type while its `build` is written, and forgets it for the table. */
export function defineForm<F extends z.ZodRawShape>(form: {
  fields: F
  isNamedByType?: true
  build(input: z.output<z.ZodObject<F>>): Built
  example: Record<string, unknown>
}): Form {
  return form as unknown as Form
}

export function defineKind(spec: KindSpec): KindSpec {
  return spec
}
