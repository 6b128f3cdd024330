import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { freeText } from '@/lib/interactions/text'
import { overrideHeader } from '@/lib/services/reply'

/** The same rules as for the note with a no. */
const Headers = z.strictObject({ [overrideHeader]: freeText(1, 500) })

/**
 * The reason that a call gives for acting for another user, decoded; null without the header.
 * @throws invalid_request, invalid_text
 */
export function readOverrideReason(request: Request): string | null {
  const header = request.headers.get(overrideHeader)
  return header === null ? null : (parseWith(Headers, { [overrideHeader]: decode(header) })[overrideHeader] ?? null)
}

function decode(header: string): string {
  try {
    if (/^[\x20-\x7e]*$/.test(header)) return decodeURIComponent(header)
  } catch {
    // What is no UTF-8 gets the same answer as what is not encoded.
  }
  throw new InteractionError(
    'invalid_request',
    `${overrideHeader}: must be percent-encoded UTF-8, in ASCII characters alone.`,
    { param: overrideHeader },
  )
}
