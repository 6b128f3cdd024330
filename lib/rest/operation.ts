import { z } from 'zod'
import type { Operation, Targets } from '@/lib/http/endpoint'
import type { JsonObject } from '@/lib/interactions/json-text'

export const mebibyte = 1024 * 1024
export const noQuery = z.strictObject({})

/** Keeps a row's own types while it is written, and forgets them for the table. */
export function operation<T extends keyof Targets, Q extends z.ZodObject>(row: Operation<T, Q>): Operation {
  return row as unknown as Operation
}

/** A row with a required body is never run without one. */
export function sent(body: JsonObject | null): JsonObject {
  if (!body) throw new Error('the body rule let a missing body through')
  return body
}

/** One page of a list. */
export function pageOf(name: string, item: z.ZodType) {
  return z
    .strictObject({
      data: z.array(item).meta({ description: 'The items of this page.' }),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it back as `cursor` for the next page; null on the last one.' }),
    })
    .meta({ id: name })
}

export const Time = z.iso.datetime({ precision: 3 })

/** What is left to say of a thing that was taken away. */
export function deleted(object: string) {
  return z.strictObject({ object: z.literal(object), id: z.string(), deleted: z.literal(true) })
}
