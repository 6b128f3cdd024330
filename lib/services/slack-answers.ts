import { InteractionError, notFound } from '@/lib/interactions/errors'
import { toJsonObject } from '@/lib/interactions/json-text'
import { typeSpec } from '@/lib/interactions/types'
import type { NoticePerson } from '@/lib/store/notice-people'
import { access, getVisible } from './access'
import { answerInteraction } from './answer-interaction'
import type { App, Ctx } from './context'
import { isTold } from './notice-rules'
import { sha256 } from './secrets'

/** The one button that does anything; a yes has none. */
export const denyAction = 'deny'

/** A button that somebody pressed in Slack, as Slack signed it. */
export interface SlackPress {
  teamId: string
  memberId: string
  itemId: string
}

/** What ended the item before this no; its message says so. */
const tooLate = ['already_resolved', 'already_cancelled', 'expired']
const replayLifeMs = 24 * 3_600_000

/**
 * Says no to an item for the person whose Slack account pressed "Deny": the same answer, by the same rights, as in the
 * inbox. What it says is written here, so that nothing in the call can turn it into anything else (F21). Of an item that
 * has ended already, the message is written again.
 * @param pressId the same for a call that Slack, or somebody, sends again: it is answered once
 * @throws not_found for an account that is nobody's here, and for an item that this person is not told of; rate_limited
 */
export async function denyFromSlack(
  app: App,
  { teamId, memberId, itemId }: SlackPress,
  { requestId, pressId }: { requestId: string; pressId: string },
): Promise<void> {
  const personId = await app.store.slackAccounts.findPersonId(teamId, memberId)
  const person = personId === null ? null : await app.store.noticePeople.findPerson(personId)
  if (!person) throw notFound()
  const ctx = contextOf(app, person, { requestId, account: `${teamId}/${memberId}` })
  if (!app.rateLimit.take(`person:${person.id}`).isWithin) {
    throw new InteractionError('rate_limited', 'Too many requests in a minute of this person.')
  }
  const item = await getVisible(ctx, access.answer, itemId)
  const { refusal } = typeSpec(item.type)
  if (!isTold(person, item) || refusal === null) throw notFound()
  const idempotency = {
    credential: `slack:${person.id}`,
    key: pressId,
    fingerprint: sha256(item.id),
    sinceMs: app.store.nowMs() - replayLifeMs,
  }
  try {
    await answerInteraction(ctx, item, toJsonObject(refusal), { idempotency })
  } catch (error) {
    if (!(error instanceof InteractionError && tooLate.includes(error.code))) throw error
    await app.store.notices.retractAgain(item.id, person.id, app.store.nowMs())
    app.wakeUps.changed(item.id)
  }
}

/** No address: it would be Slack's. */
function contextOf(
  app: App,
  { id, name, role, userIds }: NoticePerson,
  { requestId, account }: { requestId: string; account: string },
): Ctx {
  return {
    app,
    actor: { type: 'person', id, name, role, userIds, method: 'slack', sessionId: account, mode: 'live' },
    channel: 'slack',
    requestId,
    address: null,
    signal: app.shutdown,
    assertStillValid: async () => {},
  }
}
