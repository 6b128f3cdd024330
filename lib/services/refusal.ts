import { type ErrorCode, InteractionError } from '@/lib/interactions/errors'
import type { Item } from '@/lib/interactions/item'
import { toIso } from '@/lib/interactions/item'
import { endedCode } from '@/lib/interactions/status'
import { auditEntry, type Ctx } from './context'

/** Refusals that say something about authority or time, and so belong in the record (D18.8, S34). */
const recorded = new Set<ErrorCode>([
  'already_resolved',
  'already_cancelled',
  'expired',
  'read_only',
  'idempotency_in_progress',
  'external_id_conflict',
  'present_user_required',
  'nonce_required',
  'nonce_mismatch',
  'not_their_item',
  'insufficient_scope',
])

/** Adds a refused try to the item's record, where it is of that kind. */
export async function recordRefusal(ctx: Ctx, item: Item, error: unknown): Promise<void> {
  if (!(error instanceof InteractionError) || !recorded.has(error.code)) return
  await ctx.app.store.appendAudit(item.id, auditEntry(ctx, 'interaction.refused', { code: error.code }))
}

export function sessionExpired(): InteractionError {
  return new InteractionError('session_expired', 'The session has ended.')
}

/** The error of a change that came too late, with how the item ended (A16, D19.2). */
export function endedError(item: Item): InteractionError {
  const status = item.status === 'pending' ? 'expired' : item.status
  const by = item.answeredBy ? ` by ${item.answeredBy.name}` : ''
  const message = {
    resolved: `It was already answered${by}.`,
    cancelled: 'It was withdrawn before this answer.',
    expired: 'It expired before this answer.',
  }[status]
  return new InteractionError(endedCode[status], message, {
    details: {
      status,
      decision: item.decision,
      resolved_at: item.resolvedAtMs === null ? null : toIso(item.resolvedAtMs),
      answered_by: item.answeredBy && { type: item.answeredBy.type, name: item.answeredBy.name },
    },
  })
}
