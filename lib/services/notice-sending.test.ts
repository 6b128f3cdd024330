import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoticePreferences } from '@/lib/store/notice-people'
import { type Api, type Caller, dialects, type Key, startApi } from '@/lib/testing/api'
import { type MailSink, startMailSink } from '@/lib/testing/mail-sink'
import { type PushBrowser, startPushBrowser } from '@/lib/testing/push-browser'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { verifies } from '@/lib/testing/verifies'
import { auditEntry, systemContext } from './context'
import { NoticeFeed } from './notice-outbox'
import { defaultPreferences } from './notice-rules'
import { NoticeSender } from './notice-sending'

const minute = 60_000
const hour = 60 * minute

const payment = {
  kind: 'tool_permission',
  user_id: 'ada',
  summary: 'pay, amount $500.00, token: tok_123456789',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
  amount: { value: '500.00', currency: 'USD' },
  payee: { name: 'Lakeside Hotel' },
}
const question = { kind: 'ask_question', user_id: 'ada', summary: 'which seat', questions: [{ question: 'Which?' }] }

describe.each(dialects)('notices on %s', (dialect) => {
  let api: Api
  let live: Key
  let sink: MailSink
  let slack: Receiver
  let ada: Caller
  let passedMs: number
  const nowMs = () => api.app.store.nowMs() + passedMs

  beforeAll(async () => {
    sink = await startMailSink()
    api = await startApi(dialect, {
      WEBHOOK_ALLOW_PRIVATE: '1',
      SMTP_URL: sink.url,
      SMTP_FROM: 'Vestra Inbox <inbox@example.com>',
    })
    live = await api.makeKey('all', { mode: 'live', agent: 'Concierge' })
  })
  afterAll(async () => {
    await api.close()
    await sink.close()
  })
  beforeEach(async () => {
    passedMs = 0
    slack = await startReceiver()
    slack.answerWith({ status: 200 })
    ada = await api.makePerson('user', { userIds: ['ada'], name: 'Ada' })
  })
  afterEach(async () => {
    sink.mails.splice(0)
    sink.refuse(null)
    await slack.close()
    await api.sql('DELETE FROM notice')
    await api.sql('DELETE FROM notice_channel')
    await api.sql('DELETE FROM notice_preference')
    await api.sql('DELETE FROM person_user')
  })

  const open = (asked: Record<string, unknown>, by: Key = live) => api.open(asked, by)

  function prefer(parts: Partial<NoticePreferences>, by: Caller = ada) {
    const preferences = { ...defaultPreferences, ...parts }
    const audit = auditEntry(systemContext(api.app), 'test')
    return api.app.store.noticePeople.savePreferences(by.id, preferences, nowMs(), audit)
  }
  const withSlack = (parts: Partial<NoticePreferences> = {}) =>
    prefer({ channels: ['email', 'slack'], slackSealed: api.app.secrets.seal(slack.url), ...parts })

  /** Until no change of another database on the same server hides an event. */
  async function untilSettled() {
    const newest = await api.app.store.webhooks.findNewest()
    for (;;) {
      const end = await api.app.store.eventEnd()
      if (!newest || end.tx > newest.tx || (end.tx === newest.tx && end.seq >= newest.seq)) return
    }
  }

  /** Plans and sends all that is due by the clock. */
  async function work(sender = new NoticeSender(api.app, { nowMs, random: () => 0 })) {
    await untilSettled()
    const feed = new NoticeFeed(api.app)
    while (await feed.follow());
    while ((await countDue()) > 0) {
      await sender.fill()
      await sender.idle()
    }
  }
  const countDue = async () => (await api.app.store.notices.listDue(nowMs(), 100)).length
  const workAfter = (ms: number) => {
    passedMs += ms
    return work()
  }
  const states = async () =>
    (await api.sql('SELECT channel, purpose, status, due_at FROM notice ORDER BY due_at, channel, purpose')).map(
      (row) => `${row.channel} ${row.purpose} ${row.status}`,
    )

  verifies('F1 F10', 'the person is told at once, and the timeline says so', async () => {
    const item = await open(payment)
    await work()
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({
      from: { name: 'Vestra Inbox', address: 'inbox@example.com' },
      to: [{ name: 'Ada' }],
      subject: '\u2068Concierge\u2069 asks to pay',
    })
    const audit = await api.audit(item.id)
    expect(audit.at(-1)).toMatchObject({
      action: 'notice.sent',
      actor: { type: 'system' },
      facts: { person: ada.id, name: 'Ada', channel: 'email', purpose: 'ask' },
    })
    await workAfter(10 * minute)
    expect(sink.mails).toHaveLength(1)
    expect(await api.app.store.verifyAudit()).toMatchObject({ fault: null })
  })

  verifies('F9', 'it holds the page and nothing of the item, unless the person turned that on', async () => {
    const item = await open(payment)
    await work()
    const [quiet] = sink.mails
    for (const part of [quiet?.text, quiet?.html]) {
      expect(part).toContain(`http://localhost:3000/inbox/${item.id}`)
      expect(part).not.toMatch(/500|Lakeside|amount|tok_/)
      expect(
        part?.match(/https?:\/\/[^\s"<]+/g)?.every((url) => url === `http://localhost:3000/inbox/${item.id}`),
      ).toBe(true)
    }
    await prefer({ showsDetails: true })
    await open(payment)
    await work()
    expect(sink.mails[1]?.text).toContain('500.00 USD to \u2068Lakeside Hotel\u2069')
    expect(sink.mails[1]?.text).toContain('The agent says: \u2068pay, amount $500.00, token: ••••\u2069')
    expect(sink.mails[1]?.html).not.toContain('tok_')
  })

  verifies('F13', 'foreign words are text in both parts, however long and whichever way they run', async () => {
    await prefer({ showsDetails: true })
    const long = `שלום ${'מאוד '.repeat(30)}`.trim()
    await open({ ...question, summary: `<img src=x onerror=alert(1)> & "${long}"` })
    await work()
    const [mail] = sink.mails
    expect(mail?.text?.replaceAll('\n', '')).toContain(`<img src=x onerror=alert(1)> & "${long}"`)
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;')
    expect(mail?.html).toContain('<bdi dir="auto">')
    expect(mail?.html).toContain(long.slice(-40))
    expect(mail?.html).toMatch(/<html lang="en" dir="ltr">/)
    const reversed = await api.makeKey('all', { mode: 'live', agent: 'evil \u200fagent' })
    await open({ ...question }, reversed)
    await work()
    expect(sink.mails[1]?.subject).toBe('\u2068evil \ufffdagent\u2069 has a question for you')
  })

  verifies('F20', 'it is written in the language of the person, times too', async () => {
    await prefer({ locale: 'de', timeZone: 'Europe/Berlin' })
    await open({ ...payment, expires_in: 4 * 3600 })
    await work()
    const [mail] = sink.mails
    expect(mail?.subject).toBe('\u2068Concierge\u2069 möchte bezahlen')
    expect(mail?.html).toContain('<html lang="de" dir="ltr">')
    expect(mail?.text).toMatch(/Läuft ab am \d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d ME(S?)Z\./)
  })

  verifies('F2', 'the next channel has its turn only while the item still waits', async () => {
    await withSlack()
    const answered = await open(payment)
    const waiting = await open(payment)
    await work()
    expect([sink.mails.length, slack.received.length]).toEqual([2, 0])
    await api.answer(answered.id, { approve: false }, live)
    await workAfter(5 * minute - 1_000)
    expect(slack.received).toHaveLength(0)
    await workAfter(1_000)
    expect(slack.received).toHaveLength(1)
    expect(slack.received[0]?.body).toContain(waiting.id)
    expect(slack.received[0]?.body).not.toContain(answered.id)
  })

  verifies('F14', 'Slack reads no mark, link or mention in foreign words', async () => {
    await withSlack({ channels: ['slack'], showsDetails: true })
    const item = await open({ ...question, summary: '<!channel> *pay* <https://evil.example|Open>' })
    await work()
    const body = JSON.parse(slack.received[0]?.body ?? '')
    const marked = JSON.stringify(
      body.blocks.filter((block: { text?: { type: string } }) => block.text?.type === 'mrkdwn'),
    )
    expect(marked).toContain(`<http://localhost:3000/inbox/${item.id}|Open>`)
    expect(marked).not.toContain('evil')
    expect(body.text).not.toContain('<')
  })

  verifies('F14', 'a Slack address inside the network is not called', async () => {
    const strict = { ...api.app, config: { ...api.app.config, webhookAllowPrivate: false } }
    await withSlack({ channels: ['slack'] })
    await open(payment)
    await work(new NoticeSender(strict, { nowMs, random: () => 0 }))
    expect(slack.received).toHaveLength(0)
    expect(await states()).toEqual(['slack ask failed', 'slack reminder pending'])
  })

  verifies('F3', 'a burst is two messages, and each payment one of its own', async () => {
    const first = await open(question)
    await work()
    const burst = [await open(question), await open({ ...question, summary: 'which meal' })]
    const paid = [await open(payment), await open(payment)]
    await workAfter(minute)
    expect(sink.mails.map(({ subject }) => subject)).toEqual([
      '\u2068Concierge\u2069 has a question for you',
      '\u2068Concierge\u2069 asks to pay',
      '\u2068Concierge\u2069 asks to pay',
    ])
    await workAfter(minute + 1_000)
    expect(sink.mails).toHaveLength(4)
    const digest = sink.mails[3]
    expect(digest?.subject).toBe('2 items of \u2068Concierge\u2069 wait for you')
    for (const { id } of burst) expect(digest?.text).toContain(`/inbox/${id}`)
    for (const { id } of [first, ...paid]) expect(digest?.text).not.toContain(id)
    for (const { id } of [first, ...burst, ...paid]) {
      expect((await api.audit(id)).filter(({ action }) => action === 'notice.sent')).toHaveLength(1)
    }
  })

  verifies('F5', 'an admin hears of the company’s own items by choice', async () => {
    const admin = await api.makePerson('admin')
    const company = { ...question, user_id: null }
    await open(company)
    await work()
    expect(sink.mails).toHaveLength(0)
    await prefer({ companyItems: true }, admin)
    await open(company)
    await work()
    expect(sink.mails.map(({ to }) => to?.[0]?.name)).toEqual([admin.name])
  })

  verifies('F4', 'a test item makes no notice', async () => {
    await api.open(payment)
    await work()
    expect(await states()).toEqual([])
  })

  verifies('F6', 'who has not answered is reminded once, over the first channel', async () => {
    await withSlack({ channels: ['email'] })
    await open({ ...payment, expires_in: 4 * 3600 })
    await work()
    await workAfter(3 * hour - minute)
    expect(sink.mails).toHaveLength(1)
    await workAfter(minute + 1_000)
    await workAfter(30 * minute)
    expect(sink.mails.map(({ subject }) => subject)).toEqual([
      '\u2068Concierge\u2069 asks to pay',
      'Still waiting: \u2068Concierge\u2069 asks to pay',
    ])
    expect(sink.mails[1]?.messageId).not.toBe(sink.mails[0]?.messageId)
  })

  verifies('F7', 'nothing is sent in quiet hours, and what still waits comes after them', async () => {
    const start = new Date(nowMs())
    const minuteOfDay = start.getUTCHours() * 60 + start.getUTCMinutes()
    await prefer({ quiet: { from: minuteOfDay, until: (minuteOfDay + 60) % 1440 }, timeZone: 'UTC' })
    const answered = await open(payment)
    await open(payment)
    await work()
    await workAfter(50 * minute)
    expect(sink.mails).toHaveLength(0)
    await api.answer(answered.id, { approve: false }, live)
    await workAfter(11 * minute)
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.text).not.toContain(answered.id)
  })

  verifies('F11', 'a failing channel is tried again with the same Message-ID, and works in the end', async () => {
    sink.refuse(451)
    const item = await open(payment)
    await work()
    await workAfter(10_000)
    expect(await api.app.store.notices.listFailing()).toMatchObject([
      { personId: ada.id, channel: 'email', failures: 2, lastError: 'The mail server answered 451.' },
    ])
    sink.refuse(null)
    await workAfter(minute)
    expect(sink.mails).toHaveLength(1)
    expect(await api.app.store.notices.listFailing()).toEqual([])
    expect((await api.audit(item.id)).map(({ action }) => action)).toEqual(['interaction.opened', 'notice.sent'])
  })

  verifies('F11', 'one that will never work gives its turn to the next', async () => {
    await withSlack()
    sink.refuse(550)
    const item = await open(payment)
    await work()
    expect(slack.received).toHaveLength(1)
    expect((await api.audit(item.id)).map(({ action, facts }) => [action, facts.channel])).toEqual([
      ['interaction.opened', undefined],
      ['notice.failed', 'email'],
      ['notice.sent', 'slack'],
    ])
  })

  verifies('F8', 'two workers at once send one message, and one that died is followed by another', async () => {
    const items = await Promise.all(Array.from({ length: 12 }, () => open(payment)))
    await untilSettled()
    const feeds = [new NoticeFeed(api.app), new NoticeFeed(api.app)]
    await Promise.all(feeds.map((feed) => feed.follow()))
    const senders = [1, 2].map(() => new NoticeSender(api.app, { nowMs, random: () => 0 }))
    await Promise.all(senders.map((sender) => sender.fill()))
    await Promise.all(senders.map((sender) => sender.idle()))
    await work()
    expect(sink.mails).toHaveLength(items.length)
    expect(new Set(sink.mails.map(({ messageId }) => messageId)).size).toBe(items.length)

    await open(payment)
    await untilSettled()
    while (await new NoticeFeed(api.app).follow());
    const [group] = await api.app.store.notices.listDue(nowMs(), 1)
    if (!group) throw new Error('nothing is due')
    expect(await api.app.store.notices.claim(group, nowMs(), nowMs() + 30_000)).toHaveLength(1)
    await workAfter(29_000)
    expect(sink.mails).toHaveLength(items.length)
    await workAfter(2_000)
    expect(sink.mails).toHaveLength(items.length + 1)
  })

  test('whoever lost the user before it is sent is not told', async () => {
    await open(payment)
    await untilSettled()
    while (await new NoticeFeed(api.app).follow());
    await api.sql('DELETE FROM person_user')
    await work()
    expect(sink.mails).toHaveLength(0)
    expect(await states()).toEqual(['email ask skipped', 'email reminder pending'])
  })

  describe('web push', () => {
    let browser: PushBrowser
    beforeEach(async () => {
      browser = await startPushBrowser()
      const added = await api.call('POST', '/v1/notices/subscriptions', {
        by: ada,
        body: { ...browser.target, label: 'a browser of the tests' },
      })
      expect(added.status).toBe(201)
    })
    afterEach(async () => {
      await browser.close()
      await api.sql('DELETE FROM push_subscription')
    })

    verifies('F16', 'it is encrypted for that browser and signed by this server', async () => {
      const item = await open(payment)
      await work()
      expect(sink.mails).toHaveLength(0)
      expect(browser.payloads()).toEqual([
        {
          kind: 'show',
          tag: item.id,
          title: '\u2068Concierge\u2069 asks to pay',
          body: expect.stringMatching(/^It runs out on /),
          url: `http://localhost:3000/inbox/${item.id}`,
          item_ids: [item.id],
          open: 'Open',
          badge: expect.any(Number),
        },
      ])
      const [request] = browser.receiver.received
      expect(request?.headers['content-encoding']).toBe('aes128gcm')
      const { body: preferences } = await api.call('GET', '/v1/notices/preferences', { by: ada })
      const { push_public_key } = preferences as unknown as { push_public_key: string }
      expect(claimsOf(request?.headers.authorization ?? '', push_public_key)).toMatchObject({
        aud: `http://127.0.0.1:${browser.receiver.port}`,
        sub: 'mailto:inbox@example.com',
      })
      expect(JSON.stringify(request)).not.toMatch(/Concierge|500|Lakeside/)
    })

    verifies('F12', 'it is taken back when the item ends, and a no is offered only where no money moves', async () => {
      const item = await open(question)
      const { body: waiting } = await api.list('?user_id=ada&limit=100', live)
      await work()
      expect(browser.payloads()[0]).toMatchObject({ kind: 'show', deny: 'Deny', badge: waiting.data.length })
      await api.answer(item.id, { answers: ['12A'] }, live)
      await work()
      expect(browser.payloads()[1]).toEqual({
        kind: 'retract',
        item_ids: [item.id],
        handled: 'This was dealt with',
        badge: waiting.data.length - 1,
      })
      const topics = browser.receiver.received.map(({ headers }) => headers.topic)
      expect(topics[0]).toBe(topics[1])
      expect(await states()).toContain('web_push ask retracted')
    })

    verifies('F12', 'what ends while it is being sent is taken back as well', async () => {
      let ended: Promise<unknown> = Promise.resolve()
      const item = await open(question)
      browser.receiver.answerWith(() => {
        browser.receiver.answerWith({ status: 201 })
        ended = api.answer(item.id, { answers: ['12A'] }, live).then(async () => {
          await untilSettled()
          while (await new NoticeFeed(api.app).follow());
        })
        return { status: 201 }
      })
      await work()
      await ended
      await work()
      expect(browser.payloads().map(({ kind }) => kind)).toEqual(['show', 'retract'])
    })

    verifies('F11', 'a browser that is gone is forgotten, and the mail has its turn', async () => {
      browser.receiver.answerWith({ status: 410 })
      await open(payment)
      await work()
      expect(await api.sql('SELECT id FROM push_subscription')).toEqual([])
      expect(sink.mails).toHaveLength(1)
    })

    verifies('F16', 'an endpoint inside the network is refused, and not called when it was let in before', async () => {
      const strict = { ...api.app, config: { ...api.app.config, webhookAllowPrivate: false } }
      await open(payment)
      await work(new NoticeSender(strict, { nowMs, random: () => 0 }))
      expect(browser.receiver.received).toHaveLength(0)
      expect(await api.app.store.notices.listFailing()).toMatchObject([{ channel: 'web_push' }])
    })
  })
})

/** The claims of a push's VAPID token, once its signature was checked with the key beside it. */
function claimsOf(authorization: string, publicKey: string): unknown {
  const [, token = '', key] = authorization.match(/^vapid t=([^,]+), k=(.+)$/) ?? []
  expect(key).toBe(publicKey)
  const [head, claims, signature = ''] = token.split('.')
  const raw = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  }
  const verifier = createPublicKey({ key: jwk, format: 'jwk' })
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isGood).toBe(true)
  return JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
}
