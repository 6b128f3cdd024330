import type { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith, unknownParameter } from '@/lib/interactions/invalid'

/**
 * Reads the query by its schema: known names, each once, none empty (C15, A22).
 * @throws unknown_parameter, invalid_request, invalid_cursor
 */
export function readQuery<S extends z.ZodObject>(url: URL, schema: S): z.output<S> {
  const known = Object.keys(schema.shape)
  const values: Record<string, string> = {}
  for (const [name, value] of url.searchParams) {
    if (!known.includes(name)) throw unknownParameter(name, known)
    if (name in values) {
      throw new InteractionError('invalid_request', `${name}: may be given once.`, { param: name })
    }
    if (value === '') {
      const code = name === 'cursor' ? 'invalid_cursor' : 'invalid_request'
      throw new InteractionError(code, `${name}: must not be empty.`, { param: name })
    }
    values[name] = value
  }
  return parseWith(schema, values)
}
