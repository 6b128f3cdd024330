import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { InteractionError, notFound } from '@/lib/interactions/errors'
import { parseWith } from '@/lib/interactions/invalid'
import { toIso } from '@/lib/interactions/item'
import type { JsonObject } from '@/lib/interactions/json-text'
import type { NoticePerson } from '@/lib/store/notice-people'
import { type App, auditEntry, type Ctx } from './context'
import { ChannelError } from './notice-channels/channel'
import { slackCodeText } from './notice-channels/message'
import { plainText } from './notice-channels/slack-blocks'
import { json, type Reply } from './reply'
import { callSlack } from './slack-api'

const codeLifeMs = 10 * 60_000
/** Nobody is sent codes by the dozen. */
const codeEveryMs = 60_000
const codeDigits = 8
const callMs = 15_000

export const SlackCodeBody = z.strictObject({
  member_id: z
    .string()
    .regex(/^[UW][A-Z0-9]{5,20}$/, { error: 'must be a member ID such as U012AB3CD' })
    .meta({ description: 'In Slack: the profile, the menu "⋮", "Copy member ID".' }),
})
export const SlackConfirmBody = z.strictObject({
  code: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, { error: 'must be the 8 digits of the code' })),
})

const Team = z.object({ team_id: z.string().min(1) })
const Posted = z.object({ channel: z.string().min(1) })

/**
 * Sends a one-time code to a Slack account, as a direct message of the deployment's app. Whoever then names the code in
 * the inbox, signed in, reads both: so an account is linked by who has it and by nobody else, whatever e-mail address
 * Slack may show for it (F21). Nobody else's account can be taken by typing its id, since the code goes there.
 * @returns 200 with whether it was sent, and why not
 * @throws invalid_request, rate_limited
 */
export async function sendSlackCode(ctx: Ctx, body: JsonObject): Promise<Reply> {
  const { app } = ctx
  const { member_id: memberId } = parseWith(SlackCodeBody, body.value)
  const person = await getSelf(ctx)
  const nowMs = app.store.nowMs()
  const expiresAtMs = nowMs + codeLifeMs
  const reply = (error: string | null) =>
    json(200, {
      object: 'slack_code',
      member_id: memberId,
      sent: error === null,
      error,
      expires_at: toIso(expiresAtMs),
    })
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const codeHmac = hmacOf(app, person.id, code)
  try {
    const options = { signal: AbortSignal.any([app.shutdown, AbortSignal.timeout(callMs)]) }
    const { team_id: teamId } = await callSlack(app, 'auth.test', {}, Team, options)
    const kept = { personId: person.id, teamId, memberId, codeHmac, nowMs, expiresAtMs }
    if (!(await app.store.slackAccounts.beginCode(kept, nowMs - codeEveryMs))) {
      throw new InteractionError('rate_limited', 'A code was sent a moment ago. Wait a minute for another.', {
        retryAfterSeconds: codeEveryMs / 1_000,
      })
    }
    const text = slackCodeText(person, `${code.slice(0, 4)} ${code.slice(4)}`, app.config.publicUrl)
    const message = { channel: memberId, text, blocks: [{ type: 'section', text: plainText(text) }] }
    const { channel } = await callSlack(app, 'chat.postMessage', message, Posted, options)
    await app.store.slackAccounts.noteSent(person.id, codeHmac, channel)
    return reply(null)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    await app.store.slackAccounts.dropCode(person.id, codeHmac)
    return reply(error.message)
  }
}

/** Links the account that the code was sent to. @throws invalid_request when it is not the code, or no longer */
export async function confirmSlackCode(ctx: Ctx, body: JsonObject): Promise<void> {
  const { app } = ctx
  const { code } = parseWith(SlackConfirmBody, body.value)
  const isLinked = await app.store.slackAccounts.confirmCode(
    ctx.actor.id,
    hmacOf(app, ctx.actor.id, code),
    app.store.nowMs(),
    ({ teamId, memberId }) =>
      auditEntry(ctx, 'slack.linked', { person: ctx.actor.id, slack_team: teamId, slack_member: memberId }),
  )
  if (!isLinked) {
    throw new InteractionError('invalid_request', 'code: is not the code that was sent last, or no longer good.', {
      param: 'code',
    })
  }
}

/** From now on nothing is sent to the account, and nothing is heard from it. */
export async function unlinkSlack(ctx: Ctx): Promise<void> {
  await ctx.app.store.slackAccounts.unlink(ctx.actor.id, auditEntry(ctx, 'slack.unlinked', { person: ctx.actor.id }))
}

const hmacOf = (app: App, personId: string, code: string) => app.secrets.hmac('slack_code', `${personId}\n${code}`)

async function getSelf(ctx: Ctx): Promise<NoticePerson> {
  const person = await ctx.app.store.noticePeople.findPerson(ctx.actor.id)
  if (!person) throw notFound()
  return person
}
