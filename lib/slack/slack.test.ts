import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handlerOf } from '@/lib/http/mount'
import { NoticeFeed } from '@/lib/services/notice-outbox'
import { NoticeSender } from '@/lib/services/notice-sending'
import { type Api, type Body, type Caller, dialects, type Key, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { buttonsOf, codeIn, type SlackWorkspace, startSlackWorkspace } from '@/lib/testing/slack-workspace'
import { verifies } from '@/lib/testing/verifies'

const minute = 60_000
const member = 'U0ADA111'

const payment = {
  kind: 'tool_permission',
  user_id: 'ada',
  summary: '<!channel> *pay* <https://evil.example|now>',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
  amount: { value: '500.00', currency: 'USD' },
  payee: { name: 'Lakeside <@U1> Hotel' },
}
const question = { kind: 'ask_question', user_id: 'ada', summary: 'which seat', questions: [{ question: 'Which?' }] }

describe.each(dialects)('Slack as an app on %s', (dialect) => {
  let api: Api
  let slack: SlackWorkspace
  let live: Key
  let ada: Caller
  let passedMs: number
  const nowMs = () => api.app.store.nowMs() + passedMs

  beforeAll(async () => {
    slack = await startSlackWorkspace()
    api = await startApi(dialect, { WEBHOOK_ALLOW_PRIVATE: '1', ...slack.settings })
    live = await api.makeKey('all', { mode: 'live', agent: 'Concierge' })
  })
  afterAll(async () => {
    await api.close()
    await slack.close()
  })
  beforeEach(async () => {
    passedMs = 0
    ada = await api.makePerson('user', { userIds: ['ada'], name: 'Ada' })
  })
  afterEach(async () => {
    slack.failWith(() => null)
    slack.messages.splice(0)
    slack.calls.splice(0)
    for (const table of [
      'notice',
      'notice_channel',
      'notice_preference',
      'person_user',
      'slack_account',
      'slack_code',
    ]) {
      await api.sql(`DELETE FROM ${table}`)
    }
  })

  const sendCode = (memberId: string, by = ada) =>
    api.call('POST', '/v1/notices/slack', { by, body: { member_id: memberId } })
  const confirm = (code: string, by = ada) => api.call('POST', '/v1/notices/slack/confirm', { by, body: { code } })
  const lastCode = () => codeIn(slack.messages.at(-1))
  async function link(by = ada, memberId = member) {
    expect((await sendCode(memberId, by)).body).toMatchObject({ sent: true, error: null })
    expect((await confirm(lastCode(), by)).status).toBe(200)
    slack.messages.splice(0)
  }
  const isLinked = async (by = ada) =>
    (await api.call('GET', '/v1/notices/preferences', { by })).body as unknown as {
      slack_account: unknown
      ready: string[]
    }

  async function untilSettled() {
    const newest = await api.app.store.webhooks.findNewest()
    for (;;) {
      const end = await api.app.store.eventEnd()
      if (!newest || end.tx > newest.tx || (end.tx === newest.tx && end.seq >= newest.seq)) return
    }
  }
  async function work() {
    await untilSettled()
    const feed = new NoticeFeed(api.app)
    while (await feed.follow());
    const sender = new NoticeSender(api.app, { nowMs, random: () => 0 })
    while ((await api.app.store.notices.listDue(nowMs(), 100)).length > 0) {
      await sender.fill()
      await sender.idle()
    }
  }
  const workAfter = (ms: number) => {
    passedMs += ms
    return work()
  }
  async function tell(asked: Record<string, unknown> = payment): Promise<Body> {
    const item = await api.open(asked, live)
    await work()
    return item
  }
  const message = (at = 0) => {
    const found = slack.messages[at]
    if (!found) throw new Error(`there is no message ${at}`)
    return found
  }
  const textsOf = (at = 0) => JSON.stringify(message(at).blocks)

  async function call(body: string, headers: Record<string, string>, path = '/slack/actions') {
    const request = new Request(`${origin}${path}`, { method: 'POST', body, headers })
    const response = await handlerOf('/slack')?.(api.app, request, { address: '127.0.0.1' })
    if (!response) throw new Error('nobody serves it')
    return { status: response.status, id: response.headers.get('X-Request-Id'), text: await response.text() }
  }
  const press = (body: string) => call(body, slack.sign(body))
  const statusOf = async (id: string) => (await api.read(id, live)).status

  describe('an account', () => {
    verifies('F21', 'is linked by the code that only it was sent, once', async () => {
      expect(await isLinked()).toMatchObject({ slack_account: null, has_slack_app: true, ready: [] })
      await sendCode(member)
      const code = lastCode()
      expect(message()).toMatchObject({ channel: `D${member}`, text: expect.stringContaining('@example.com') })
      const linked = await confirm(code.replace(' ', ''))
      expect(linked).toMatchObject({ status: 200, body: { slack_account: { member_id: member }, ready: ['slack'] } })
      expect((await confirm(code)).status).toBe(400)
      const rows = await api.sql('SELECT * FROM audit WHERE action = ?', 'slack.linked')
      expect(rows.at(-1)?.facts_json).toContain(member)
      const unlinked = await api.call('DELETE', '/v1/notices/slack', { by: ada })
      expect(unlinked).toMatchObject({ status: 200, body: { slack_account: null, ready: [] } })
    })

    verifies('F21', 'is not linked by a wrong code, by somebody else, or after five tries', async () => {
      await sendCode(member)
      const code = lastCode()
      const eve = await api.makePerson('user')
      expect((await confirm(code, eve)).body.error).toMatchObject({ code: 'invalid_request', param: 'code' })
      const wrong = code.startsWith('0') ? '1111 1111' : '0000 0000'
      for (let tried = 0; tried < 5; tried++) expect((await confirm(wrong)).status).toBe(400)
      expect((await confirm(code)).status).toBe(400)
      expect(await isLinked()).toMatchObject({ slack_account: null })
      expect(JSON.stringify(await api.sql('SELECT * FROM slack_code'))).not.toContain(code.replace(' ', ''))
    })

    verifies('F21', 'has a code for ten minutes, and no second one within a minute', async () => {
      await sendCode(member)
      const refused = await sendCode('U0GRACE1')
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
      expect(slack.messages).toHaveLength(1)
      await api.sql('UPDATE slack_code SET expires_at = ?', api.app.store.nowMs() - 1)
      expect((await confirm(lastCode())).status).toBe(400)
    })

    verifies('F21', 'is whose who showed it last; nobody else is told there any more', async () => {
      await link()
      const grace = await api.makePerson('user', { userIds: ['grace'] })
      await link(grace)
      expect([await isLinked(), await isLinked(grace)]).toMatchObject([
        { slack_account: null },
        { slack_account: { member_id: member } },
      ])
    })

    test.each([
      ['U0NOBODY1', 'Slack refused: channel_not_found.'],
      [member, 'Slack refused: invalid_auth.', 'invalid_auth'],
    ])(
      '%s that cannot be reached is said at once, and may be tried again at once',
      async (id, error, answer?: string) => {
        slack.failWith((method) =>
          answer && method === 'chat.postMessage' ? { body: { ok: false, error: answer } } : null,
        )
        expect((await sendCode(id)).body).toMatchObject({ sent: false, error })
        slack.failWith(() => null)
        expect((await sendCode(member)).body).toMatchObject({ sent: true })
      },
    )

    test('is named by its id', async () => {
      for (const id of ['ada@example.com', 'C0CHANNEL', '', 'U1<@U2>']) {
        expect((await sendCode(id)).body.error).toMatchObject({ param: 'member_id' })
      }
      expect(slack.calls).toEqual([])
    })
  })

  describe('a notice', () => {
    verifies(
      'F9 F14 F21',
      'has "Open" and "Deny" and nothing that says yes, and foreign words are plain text',
      async () => {
        await link()
        const item = await tell()
        expect(buttonsOf(message())).toMatchObject([
          { action_id: 'open', url: `${origin}/inbox/${item.id}`, text: { text: 'Open' } },
          { action_id: 'deny', value: item.id, text: { text: 'Deny' } },
        ])
        expect(textsOf()).not.toMatch(/500\.00|Lakeside|evil/)
        await api.call('PATCH', '/v1/notices/preferences', { by: ada, body: { show_details: true } })
        await tell()
        expect(textsOf(1)).toContain('<!channel> *pay*')
        expect(textsOf(1)).not.toContain('mrkdwn')
        expect(message(1).text).not.toContain('<')
      },
    )

    verifies('F10 F12 F21', 'follows its item, whoever ended it, and the timeline says who was told', async () => {
      await link()
      const item = await tell()
      expect((await api.audit(item.id)).at(-1)).toMatchObject({ action: 'notice.sent', facts: { channel: 'slack' } })
      const grace = await api.makePerson('user', { userIds: ['ada'], name: 'Grace *G*' })
      await api.answer(item.id, { approve: false }, grace)
      await work()
      expect(slack.messages).toHaveLength(1)
      expect(buttonsOf(message())).toEqual([])
      expect(textsOf()).toContain('Denied by \u2068Grace *G*\u2069, ')
      for (const end of [
        (id: string) => api.cancel(id, undefined, live),
        async (id: string) => {
          await api.runOut(id)
          await api.read(id, live)
        },
      ]) {
        await end((await tell()).id)
        await work()
        expect(buttonsOf(message(slack.messages.length - 1))).toEqual([])
      }
      expect([textsOf(1), textsOf(2)]).toEqual([
        expect.stringContaining('Withdrawn'),
        expect.stringContaining('It ran out'),
      ])
    })

    verifies('F3 F21', 'of several items loses the buttons of those that end, one by one', async () => {
      await link()
      await tell(question)
      const two = [await api.open(question, live), await api.open(question, live)]
      await workAfter(2 * minute + 1_000)
      expect(buttonsOf(message(1)).map(({ action_id }) => action_id)).toEqual(['open', 'deny', 'open', 'deny'])
      expect(message(1).text).toContain('2 items of')
      await api.answer(two[0]?.id ?? '', { answers: ['12A'] }, live)
      await work()
      expect(buttonsOf(message(1)).map(({ value }) => value)).toEqual([undefined, two[1]?.id])
      expect(message(1).text).toContain('1 item of')
      await api.answer(two[1]?.id ?? '', { approve: false }, live)
      await work()
      expect([buttonsOf(message(1)), message(1).text]).toEqual([[], 'This was dealt with'])
    })

    verifies(
      'F8 F21',
      'is not sent twice when its sender died before noting it, and still follows its item',
      async () => {
        await link()
        const item = await tell()
        // As if the one who sent it had died at that moment.
        const long = nowMs() - minute
        await api.sql(`UPDATE notice SET status = 'pending', tries = 0, message_ref = NULL, claimed_until = ?`, long)
        await workAfter(minute)
        expect(slack.messages).toHaveLength(1)
        await api.sql(
          `UPDATE notice SET status = 'pending', tries = 0, message_ref = NULL, claimed_until = ? WHERE purpose = 'ask'`,
          long,
        )
        await api.answer(item.id, { approve: false }, live)
        await work()
        expect(slack.messages).toHaveLength(1)
        expect(buttonsOf(message())).toEqual([])
        const metadata = JSON.stringify(
          message().metadata ?? slack.calls.find(({ params }) => params.metadata)?.params.metadata,
        )
        expect(metadata).not.toMatch(/500\.00|Concierge|Lakeside/)
      },
    )

    verifies(
      'F8 F21',
      'of several items keeps those that wait, when its sender died and one has ended since',
      async () => {
        await link()
        await tell(question)
        const two = [await api.open(question, live), await api.open(question, live)]
        await workAfter(2 * minute + 1_000)
        await api.sql(
          `UPDATE notice SET status = 'pending', tries = 0, message_ref = NULL, claimed_until = ?
         WHERE purpose = 'ask' AND interaction_id IN (?, ?)`,
          nowMs() - minute,
          two[0]?.id ?? '',
          two[1]?.id ?? '',
        )
        await api.answer(two[0]?.id ?? '', { answers: ['12A'] }, live)
        await work()
        expect(slack.messages).toHaveLength(2)
        expect(buttonsOf(message(1)).map(({ value }) => value)).toEqual([undefined, two[1]?.id])
        expect(textsOf(1)).toContain('Answered')
        await api.answer(two[1]?.id ?? '', { approve: false }, live)
        await work()
        expect([slack.messages.length, buttonsOf(message(1))]).toEqual([2, []])
      },
    )

    verifies('F8 F21', 'that Slack took without an answer is not sent again', async () => {
      await link()
      let isFirst = true
      slack.failWith((method) => {
        if (method !== 'chat.postMessage' || !isFirst) return null
        isFirst = false
        return { status: 503, body: {}, isDone: true }
      })
      const item = await api.open(payment, live)
      await work()
      await workAfter(10_000)
      expect(slack.messages).toHaveLength(1)
      expect((await api.audit(item.id)).filter(({ action }) => action === 'notice.sent')).toHaveLength(1)
    })

    verifies('F11 F21', 'waits as long as Slack asks', async () => {
      await link()
      slack.failWith((method) =>
        method === 'chat.postMessage' ? { status: 429, headers: { 'Retry-After': '90' }, body: {} } : null,
      )
      await api.open(payment, live)
      await work()
      slack.failWith(() => null)
      await workAfter(60_000)
      expect(slack.messages).toHaveLength(0)
      await workAfter(31_000)
      expect(slack.messages).toHaveLength(1)
    })

    verifies('F11 F21', 'that will never arrive is given up, and admins see why', async () => {
      await link()
      for (const error of ['account_inactive', 'token_revoked', 'channel_not_found']) {
        slack.failWith((method) => (method === 'chat.postMessage' ? { body: { ok: false, error } } : null))
        const item = await tell()
        expect(await api.app.store.notices.listFailing()).toMatchObject([
          { personId: ada.id, channel: 'slack', lastError: `Slack refused: ${error}.` },
        ])
        expect((await api.audit(item.id)).at(-1)).toMatchObject({ action: 'notice.failed' })
      }
      slack.failWith(() => null)
      await tell()
      expect(await api.app.store.notices.listFailing()).toEqual([])
    })

    verifies('F11', 'is tried again when Slack is busy, and when its answer says nothing', async () => {
      await link()
      for (const body of [{ ok: false, error: 'internal_error' }, { hello: 1 }, 'no']) {
        slack.failWith((method) => (method === 'chat.postMessage' ? { body } : null))
        await tell()
      }
      expect(await api.app.store.notices.listFailing()).toMatchObject([{ failures: 3 }])
      slack.failWith(() => null)
      await workAfter(11_000)
      expect(slack.messages).toHaveLength(3)
    })

    verifies('F10 F11 F12', 'that cannot be changed was told all the same, and admins see why it stays', async () => {
      await link()
      const item = await tell()
      slack.failWith((method) =>
        method === 'chat.update' ? { body: { ok: false, error: 'edit_window_closed' } } : null,
      )
      await api.answer(item.id, { approve: false }, live)
      await work()
      expect((await api.audit(item.id)).map(({ action }) => action)).not.toContain('notice.failed')
      expect(await api.app.store.notices.listFailing()).toMatchObject([
        { channel: 'slack', lastError: 'Slack refused: edit_window_closed.' },
      ])
    })

    verifies('F12', 'that somebody deleted is not missed', async () => {
      await link()
      const item = await tell()
      slack.messages.splice(0)
      await api.answer(item.id, { approve: false }, live)
      await work()
      expect(await api.sql(`SELECT status FROM notice WHERE purpose = 'ask'`)).toEqual([{ status: 'retracted' }])
    })
  })

  describe('"Deny"', () => {
    let item: Body
    beforeEach(async () => {
      await link()
      item = await tell()
    })

    verifies('F21', 'is the person’s own no, as in the inbox, and the message says so', async () => {
      const pressed = await press(slack.press(message(), 'deny'))
      expect(pressed).toMatchObject({ status: 200, text: '' })
      expect(await api.read(item.id, live)).toMatchObject({ status: 'resolved', outcome: { decision: 'denied' } })
      expect((await api.audit(item.id)).at(-1)).toMatchObject({
        action: 'interaction.answered',
        actor: { type: 'person', id: ada.id },
        channel: 'slack',
        requestId: pressed.id,
        facts: { decision: 'denied', method: 'slack', session: `${slack.team}/${member}`, present_user: 'none' },
      })
      await work()
      expect(textsOf()).toContain('Denied by \u2068Ada\u2069')
      expect(await api.app.store.verifyAudit()).toMatchObject({ fault: null })
    })

    verifies('F21', 'ends each kind of item that waits for people', async () => {
      const kinds: Record<string, unknown>[] = [
        question,
        { ...asks.HO, user_id: 'ada' },
        { ...asks.CN, user_id: 'ada' },
        { ...asks.H, user_id: 'ada' },
        { ...asks.mcp, user_id: 'ada' },
      ]
      for (const asked of kinds) {
        slack.messages.splice(0)
        await api.sql('DELETE FROM notice')
        const { id } = await tell(asked)
        expect([asked.kind, (await press(slack.press(message(), 'deny'))).status]).toEqual([asked.kind, 200])
        expect((await api.read(id, live)).outcome?.decision).toBe('denied')
      }
    })

    verifies('F21', 'counts once, however often the call comes', async () => {
      const body = slack.press(message(), 'deny')
      const headers = slack.sign(body)
      const all = await Promise.all([1, 2, 3].map(() => call(body, headers)))
      all.push(await call(body, { ...slack.sign(body), 'X-Slack-Retry-Num': '1' }))
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const rows = (await api.audit(item.id)).map(({ action }) => action)
      expect(rows.filter((action) => action === 'interaction.answered')).toHaveLength(1)
      expect(rows).not.toContain('interaction.refused')
    })

    verifies('F21', 'of what has ended changes nothing, and the message is written again', async () => {
      const stale = slack.press(message(), 'deny')
      await api.answer(item.id, { approve: true, present_user: true }, live)
      await work()
      const before = message().edits
      expect((await press(stale)).status).toBe(200)
      await work()
      expect(await api.read(item.id, live)).toMatchObject({ outcome: { decision: 'approved' } })
      expect(message().edits).toBe(before + 1)
      expect(textsOf()).toContain('Approved')
      expect((await api.audit(item.id)).map(({ action }) => action)).toContain('interaction.refused')
    })

    verifies('F21', 'is heard from Slack alone: whatever is wrong with the signature, nothing changes', async () => {
      const body = slack.press(message(), 'deny')
      const good = slack.sign(body)
      const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([each]) => each !== name))
      const atMs = Date.now()
      const forged: [string, Record<string, string>, number][] = [
        [body, slack.sign(body, { secret: 'another secret of somebody' }), 401],
        [body, slack.sign(body, { atMs: atMs - 301_000 }), 401],
        [body, slack.sign(body, { atMs: atMs + 302_000 }), 401],
        [body, { ...good, 'X-Slack-Request-Timestamp': String(Math.floor(atMs / 1_000) - 1) }, 401],
        [body, { ...good, 'X-Slack-Request-Timestamp': 'now' }, 401],
        [body, { ...good, 'X-Slack-Signature': (good['X-Slack-Signature'] ?? '').slice(3) }, 401],
        [body, { ...good, 'X-Slack-Signature': '' }, 401],
        [body, without('X-Slack-Signature'), 401],
        [body, without('X-Slack-Request-Timestamp'), 401],
        [body, {}, 401],
        [`${body}&x=1`, good, 401],
        [body.replace(item.id.slice(-4), 'aaaa'), good, 401],
      ]
      for (const [sent, headers, status] of forged) expect((await call(sent, headers)).status).toBe(status)
      expect(await statusOf(item.id)).toBe('pending')
      expect((await call(body, good)).status).toBe(200)
      expect(await statusOf(item.id)).toBe('resolved')
    })

    verifies('F21', 'of an account that is nobody’s here, another’s, or another workspace’s is refused', async () => {
      const grace = await api.makePerson('user', { userIds: ['grace'] })
      await api.sql('UPDATE slack_code SET created_at = 0')
      await link(grace, 'U0GRACE1')
      const told = await tell()
      const at = slack.messages.length - 1
      for (const by of [
        { user: 'U0GRACE1' },
        { user: 'U0EVE111' },
        { team: 'T0OTHERS' },
        { action: { value: 'int_01m8pjajjte8j82qaxsswg9v1r' } },
        { action: { value: "' OR 1=1 --" } },
      ]) {
        expect([by, (await press(slack.press(message(at), 'deny', by))).status]).toEqual([by, 404])
      }
      expect(await statusOf(told.id)).toBe('pending')
      await api.call('DELETE', '/v1/notices/slack', { by: ada })
      expect((await press(slack.press(message(at), 'deny'))).status).toBe(404)
      expect(await statusOf(told.id)).toBe('pending')
    })

    verifies('F21', 'of whoever lost the user, or was removed, is refused', async () => {
      await api.sql('DELETE FROM person_user')
      expect((await press(slack.press(message(), 'deny'))).status).toBe(404)
      const admin = await api.makePerson('admin')
      await api.call('DELETE', `/v1/people/${ada.id}`, { by: admin })
      expect(await api.sql('SELECT * FROM slack_account')).toEqual([])
      expect((await press(slack.press(message(), 'deny'))).status).toBe(404)
      expect(await statusOf(item.id)).toBe('pending')
    })

    verifies('F21', 'of an admin is for what they are told of, and no override', async () => {
      const pressed = slack.press(message(), 'deny', { user: 'U0EVE111' })
      await link(await api.makePerson('admin'), 'U0EVE111')
      expect((await press(pressed)).status).toBe(404)
      expect(await statusOf(item.id)).toBe('pending')
    })

    verifies('F21', 'is all that can be said: no button, no value and no form of a call says yes', async () => {
      const yes = { approve: true, present_user: true }
      const forged = [
        { action_id: 'approve' },
        { action_id: 'allow' },
        { action_id: 'deny', type: 'static_select', selected_option: { value: item.id } },
        { action_id: 'deny', value: JSON.stringify(yes) },
        { action_id: 'deny', value: undefined },
        { action_id: 'open', ...yes, value: item.id },
      ]
      for (const action of forged) {
        const { status } = await press(slack.press(message(), 'deny', { action }))
        expect([action, await statusOf(item.id)]).toEqual([action, 'pending'])
        expect([200, 400, 404]).toContain(status)
      }
      for (const body of [
        '',
        'payload=',
        'payload=null',
        'payload=[]',
        `payload=${encodeURIComponent(JSON.stringify({ type: 'view_submission', ...yes }))}`,
        JSON.stringify({ payload: {} }),
      ]) {
        expect([body, (await press(body)).status]).toEqual([body, 400])
      }
      const extra = slack.press(message(), 'deny', { action: { ...yes, message: 'yes' } })
      expect((await press(extra)).status).toBe(200)
      expect((await api.read(item.id, live)).outcome).toMatchObject({ decision: 'denied' })
    })

    test('the press of "Open" is only acknowledged', async () => {
      expect((await press(slack.press(message(), 'open'))).status).toBe(200)
      expect(await statusOf(item.id)).toBe('pending')
    })

    test('no secret and no code is in the log', () => {
      for (const secret of slack.secrets) expect(api.log.join('')).not.toContain(secret)
    })
  })
})

test('without an app there is no such route, and other methods are refused', async () => {
  const slack = await startSlackWorkspace()
  const body = 'payload={}'
  const ask = async (api: Api, method: string, path = '/slack/actions') => {
    const init = { method, headers: slack.sign(body), ...(method === 'POST' && { body }) }
    const response = await handlerOf('/slack')?.(api.app, new Request(`${origin}${path}`, init), { address: null })
    return response?.status
  }
  const without = await startApi('sqlite')
  expect(await ask(without, 'POST')).toBe(404)
  const api = await startApi('sqlite', slack.settings)
  expect(await Promise.all([ask(api, 'GET'), ask(api, 'DELETE'), ask(api, 'POST', '/slack/other')])).toEqual([
    405, 405, 404,
  ])
  const large = 'x'.repeat(600 * 1024)
  const request = new Request(`${origin}/slack/actions`, { method: 'POST', body: large, headers: slack.sign(large) })
  expect((await handlerOf('/slack')?.(api.app, request, { address: null }))?.status).toBe(413)
  await Promise.all([without.close(), api.close(), slack.close()])
})
