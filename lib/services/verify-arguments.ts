import { InteractionError } from '@/lib/interactions/errors'
import { unknownParameter } from '@/lib/interactions/invalid'
import type { Item } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import type { Ctx } from './context'
import { asOfNow } from './expiry'
import { json, type Reply } from './reply'
import { isSameSecret } from './secrets'

/**
 * Tells the asker, before it acts, whether these arguments are those that were shown (D19.12).
 * @returns 200 `{object, id, match, status, decision}`
 */
export async function verifyArguments(ctx: Ctx, found: Item, body: JsonObject): Promise<Reply> {
  const unknown = Object.keys(body.value).find((name) => name !== 'arguments')
  if (unknown !== undefined) throw unknownParameter(unknown, ['arguments'])
  const canonical = body.canonicalMember('arguments')
  if (canonical === undefined) {
    throw new InteractionError('invalid_request', 'arguments: is required.', { param: 'arguments' })
  }
  const item = await asOfNow(ctx.app, found)
  const hmac = ctx.app.secrets.hmac('arguments', canonical)
  return json(200, {
    object: 'interaction.verification',
    id: item.id,
    match: item.argumentsHmac !== null && isSameSecret(item.argumentsHmac, hmac),
    status: item.status,
    decision: item.decision,
  })
}
