import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { denyAction, type SlackPress } from '@/lib/services/slack-answers'

const Payload = z.object({
  type: z.string(),
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ id: z.string() }).nullish(),
  actions: z
    .array(z.object({ type: z.string(), action_id: z.string(), value: z.string().optional() }))
    .max(1)
    .optional(),
})

/**
 * What somebody pressed in a message of ours. "Deny" is the one thing that can be said there: there is no action that
 * says yes, and whatever else is named is refused.
 * @returns null for the press of a link, which Slack tells of as well
 * @throws invalid_request
 */
export function readPress(body: Uint8Array): SlackPress | null {
  const text = new URLSearchParams(new TextDecoder().decode(body)).get('payload')
  const payload = Payload.safeParse(parse(text ?? ''))
  if (!payload.success || payload.data.type !== 'block_actions') throw unknownPress()
  const { team, user, actions = [] } = payload.data
  const [action] = actions
  if (action?.type !== 'button') throw unknownPress()
  if (action.action_id === 'open') return null
  if (action.action_id !== denyAction || action.value === undefined) throw unknownPress()
  return { teamId: team?.id ?? '', memberId: user?.id ?? '', itemId: action.value }
}

const unknownPress = () =>
  new InteractionError('invalid_request', 'payload: must be the press of a button of ours.', { param: 'payload' })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
